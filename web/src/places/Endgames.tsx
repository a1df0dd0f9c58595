// Endgames: exact values of every move, the rules behind them, statistics, and play against perfect defence.

import { useCallback, useEffect, useMemo, useState } from 'preact/hooks';
import { aborted, ask, comeback, say } from '../lib/api';
import { men, play, position, turn, withPiece } from '../lib/chess';
import { nowAt, parameter } from '../lib/route';
import type { Endgame, Probe, Reply } from '../lib/types';
import { Board, type Arrow } from '../ui/Board';
import { FenInput, MoveInput, TabPanel, Tabs } from '../ui/parts';
import { SetUp } from '../ui/SetUp';
import { RuleEditor } from './endgames/RuleEditor';
import { Search } from './endgames/Search';
import { Statistics } from './endgames/Statistics';
import { TableMoves } from './endgames/TableMoves';
import { Theory } from './endgames/Theory';
import { t } from '../lib/words';

const FIRST = '8/8/4k3/8/4K3/8/4P3/8 w - - 0 1';
const TABS = [
  { id: 'table', name: 'Moves' },
  { id: 'theory', name: 'Theory' },
  { id: 'rules', name: 'Rule editor' },
  { id: 'stats', name: 'Statistics' },
  { id: 'find', name: 'Find' },
];

export interface Marks {
  arrows: Arrow[];
  squares: ReadonlyMap<string, string>;
}

const NO_MARKS: Marks = { arrows: [], squares: new Map() };

export default function Endgames() {
  const [fen, setFen] = useState(() => parameter('fen') ?? FIRST);
  const [past, setPast] = useState<string[]>([]);
  const [lastMove, setLastMove] = useState<string | null>(null);
  const [tab, setTab] = useState(() => parameter('tab') ?? 'table');
  const [probe, setProbe] = useState<Probe | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const [marks, setMarks] = useState<Marks>(NO_MARKS);
  const [opponent, setOpponent] = useState(false);
  const [said, setSaid] = useState<string | null>(null);
  const [flipped, setFlipped] = useState(false);
  const [piece, setPiece] = useState<string | null | undefined>(undefined);
  const [endgames, setEndgames] = useState<Endgame[]>([]);

  const show = useCallback((next: string, move: string | null = null) => {
    setMarks(NO_MARKS);
    setFen((old) => {
      if (old !== next) setPast((all) => [...all.slice(-200), old]);
      return next;
    });
    setLastMove(move);
  }, []);

  useEffect(() => {
    ask<Endgame[]>('/api/tables').then(setEndgames).catch(() => undefined);
  }, [comeback.value]);

  useEffect(() => {
    nowAt(`/endgames?tab=${tab}&fen=${encodeURIComponent(fen)}`);
    if (piece !== undefined) return;
    const stop = new AbortController();
    const wrong = position(fen);
    setProbe(null);
    if (typeof wrong === 'string') {
      setProblem(wrong);
      return;
    }
    setProblem(null);
    ask<Probe>(`/api/tables/probe?line=60&fen=${encodeURIComponent(fen)}`, { signal: stop.signal })
      .then(setProbe)
      .catch((error) => aborted(error) || setProblem(say(error)));
    return () => stop.abort();
  }, [fen, tab, piece === undefined, comeback.value]);

  const onMove = useCallback(
    async (uci: string) => {
      setSaid(null);
      if (!opponent) {
        const played = play(fen, uci);
        if (played) show(played.fen, played.uci);
        return;
      }
      try {
        const reply = await ask<Reply>('/api/tables/play', { method: 'POST', body: { fen, move: uci } });
        show(reply.fen, reply.reply ?? uci);
        setSaid(comment(reply));
      } catch (error) {
        setProblem(say(error));
      }
    },
    [fen, opponent],
  );

  const back = () => {
    const before = past.at(-1);
    if (before === undefined) return;
    setPast(past.slice(0, -1));
    setFen(before);
    setLastMove(null);
    setSaid(null);
    setMarks(NO_MARKS);
  };

  useEffect(() => {
    const key = (event: KeyboardEvent) => {
      const target = event.target as HTMLElement;
      if (target.closest('input, textarea, select, [role=tablist]') || event.altKey || event.ctrlKey || event.metaKey) return;
      if (event.key === 'ArrowLeft') back();
      if (event.key === 'f') setFlipped((f) => !f);
    };
    addEventListener('keydown', key);
    return () => removeEventListener('keydown', key);
  });

  const material = useMemo(() => probe?.material ?? null, [probe]);
  const editing = piece !== undefined;
  return (
    <div class="place two">
      <h1 class="sr-only">{t('Endgames')}</h1>
      <div class="boardside">
        <Board
          fen={fen}
          label={t('Endgame board')}
          orientation={flipped ? 'black' : 'white'}
          lastMove={lastMove}
          arrows={marks.arrows}
          squares={marks.squares}
          {...(editing ? { onSquare: (square: string) => setFen(withPiece(fen, square, piece)) } : { onMove })}
        />
        <div class="row controls">
          <button onClick={back} disabled={past.length === 0} aria-keyshortcuts="ArrowLeft">
            {t('← Back')}
          </button>
          <button onClick={() => setFlipped(!flipped)} aria-keyshortcuts="f">
            {t('Flip')}
          </button>
          <button aria-pressed={editing} onClick={() => setPiece(editing ? undefined : 'K')}>
            {t('Set up')}
          </button>
          <label class="switch">
            <input type="checkbox" checked={opponent} onChange={(e) => setOpponent(e.currentTarget.checked)} /> {t('Perfect defence answers')}
          </label>
        </div>
        {said && (
          <p class="said" role="status">
            {said}
          </p>
        )}
        {editing ? (
          <SetUp fen={fen} chosen={piece} choose={setPiece} setFen={setFen} done={() => setPiece(undefined)} />
        ) : (
          <>
            <MoveInput fen={fen} onMove={onMove} />
            <FenInput
              fen={fen}
              onFen={(text) => {
                const made = position(text);
                if (typeof made === 'string') return made;
                if (men(text) > 5) return 'Own tables go to five men.';
                show(text.trim());
                return null;
              }}
            />
          </>
        )}
      </div>
      <div class="side">
        <Tabs tabs={TABS} chosen={tab} choose={setTab} label={t('What to look at')} />
        <TabPanel id={tab}>
          {tab === 'table' && (
            <TableMoves probe={probe} problem={problem} fen={fen} onMove={onMove} setMarks={setMarks} endgames={endgames} show={show} />
          )}
          {tab === 'theory' && <Theory fen={fen} editing={editing} setMarks={setMarks} show={show} />}
          {tab === 'rules' && <RuleEditor fen={fen} show={show} material={material} />}
          {tab === 'stats' && <Statistics endgames={endgames} material={material} show={show} />}
          {tab === 'find' && <Search endgames={endgames} material={material} show={show} />}
        </TabPanel>
      </div>
    </div>
  );
}

/** What a move against perfect defence was worth. */
export function comment(reply: Reply): string {
  const answer = reply.reply_san ? ` Answer: ${reply.reply_san}.` : '';
  const end = { checkmate: ' Checkmate.', stalemate: ' Stalemate.', draw: ' Too little material: a draw.' }[reply.over ?? ''] ?? '';
  if (!reply.kept) {
    const was = reply.before.wdl === 'win' ? 'the win' : 'the draw';
    return `${reply.san} throws ${was} away${reply.better ? `; ${reply.better} keeps it` : ''}.${answer}${end}`;
  }
  const best = reply.after.dtm_plies !== undefined && reply.after.dtm_plies === reply.before.dtm_plies;
  if (reply.before.wdl === 'win') return `${reply.san} ${best ? 'is the shortest way' : 'wins too, but takes longer'}.${answer}${end}`;
  if (reply.before.wdl === 'draw') return `${reply.san} holds the draw.${answer}${end}`;
  return `${reply.san} ${best ? 'holds out the longest' : 'loses faster than need be'}.${answer}${end}`;
}

export { turn };

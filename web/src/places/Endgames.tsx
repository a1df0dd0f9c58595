// Endgames: exact values of every move, the rules behind them, statistics, and play against perfect defence.

import { useCallback, useEffect, useMemo, useState } from 'preact/hooks';
import { aborted, ask, comeback, say } from '../lib/api';
import { men, play, position } from '../lib/chess';
import { nowAt, parameter } from '../lib/route';
import type { Endgame, Probe, Reply } from '../lib/types';
import { Board, type Arrow } from '../ui/Board';
import { FenInput, MoveInput, TabPanel, Tabs } from '../ui/parts';
import { editorProps, SetUp, type Hand } from '../ui/SetUp';
import { RuleEditor } from './endgames/RuleEditor';
import { Search } from './endgames/Search';
import { Statistics } from './endgames/Statistics';
import { TableMoves } from './endgames/TableMoves';
import { Theory } from './endgames/Theory';
import { comment } from '../lib/endings';
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
  const [hand, setHand] = useState<Hand | null>(null);
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
    if (hand !== null) return;
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
  }, [fen, tab, hand === null, comeback.value]);

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
  const editing = hand !== null;
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
          {...(hand !== null ? editorProps({ fen, hand, set: setFen }) : { onMove })}
        />
        <div class="row controls">
          <button onClick={back} disabled={past.length === 0} aria-keyshortcuts="ArrowLeft">
            {t('← Back')}
          </button>
          <button onClick={() => setFlipped(!flipped)} aria-keyshortcuts="f">
            {t('Flip')}
          </button>
          <button aria-pressed={editing} onClick={() => setHand(editing ? null : 'move')}>
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
        {hand !== null ? (
          <SetUp fen={fen} hand={hand} choose={setHand} setFen={setFen} done={() => setHand(null)} />
        ) : (
          <>
            <MoveInput fen={fen} onMove={onMove} />
            <FenInput
              fen={fen}
              onFen={(text) => {
                const made = position(text);
                if (typeof made === 'string') return made;
                if (men(text) > 5) return t('Own tables go to five men.');
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

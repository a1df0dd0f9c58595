// Analyse: a game or position, the tutor's words, and the evidence on the board.

import { useCallback, useEffect, useMemo, useState } from 'preact/hooks';
import { ask, comeback, say } from '../lib/api';
import { position, withPiece } from '../lib/chess';
import { nowAt, parameter } from '../lib/route';
import { addMove, chances, fromPgn, go, judgement, mainLine, newTree, node, score, type Step, type Tree } from '../lib/tree';
import { Board, type Arrow } from '../ui/Board';
import { GameChart } from '../ui/charts';
import { FenInput, MoveInput, Problem, TabPanel, Tabs } from '../ui/parts';
import { SetUp } from '../ui/SetUp';
import { Annotate } from './analyse/Annotate';
import { Ask } from './analyse/Ask';
import { Explain } from './analyse/Explain';
import { Features } from './analyse/Features';
import { Games, importGames } from './analyse/Games';
import { Kept } from './analyse/Kept';
import { Share } from './analyse/Share';
import { LinesPanel } from './analyse/Lines';
import { MoveList } from './analyse/MoveList';
import { t } from '../lib/words';

const TABS = [
  { id: 'explain', name: 'Explain' },
  { id: 'lines', name: 'Moves' },
  { id: 'features', name: 'Features' },
  { id: 'games', name: 'Games' },
];

const KEYS: Record<string, Step> = {
  ArrowRight: 'next',
  ArrowLeft: 'previous',
  ArrowUp: 'up',
  ArrowDown: 'down',
  Home: 'first',
  End: 'last',
};

export interface Evidence {
  arrows: Arrow[];
  squares: ReadonlyMap<string, string>;
  /** A position to show instead of the current one. */
  fen?: string;
  lastMove?: string | null;
}

const NOTHING: Evidence = { arrows: [], squares: new Map() };

export default function Analyse() {
  const [tree, setTree] = useState<Tree>(() => firstTree());
  const [at, setAt] = useState(0);
  const [game, setGame] = useState<number | null>(() => Number(parameter('game')) || null);
  const [tab, setTab] = useState('explain');
  const [flipped, setFlipped] = useState(false);
  const [evidence, setEvidence] = useState<Evidence>(NOTHING);
  const [piece, setPiece] = useState<string | null | undefined>(undefined);
  const [draft, setDraft] = useState('');
  const [problem, setProblem] = useState<string | null>(null);
  const [annotated, setAnnotated] = useState(false);
  const [over, setOver] = useState(false);
  const [arrived, setArrived] = useState(0);
  const here = node(tree, at);

  const goTo = useCallback((id: number) => {
    setAt(id);
    setEvidence(NOTHING);
  }, []);

  const open = useCallback((next: Tree, id: number | null, place = 0) => {
    setTree(next);
    setGame(id);
    setAt(place);
    setEvidence(NOTHING);
    setPiece(undefined);
  }, []);

  const load = useCallback(async (id: number) => {
    try {
      const found = await ask<{ pgn: string; annotated_pgn: string | null }>(`/api/games/${id}`);
      const parsed = fromPgn(found.annotated_pgn ?? found.pgn);
      setProblem(parsed.problem);
      setAnnotated(found.annotated_pgn !== null);
      open(parsed.tree, id);
    } catch (error) {
      setProblem(say(error));
    }
  }, []);

  useEffect(() => {
    if (game !== null) void load(game);
  }, [comeback.value]);

  useEffect(() => {
    const query = game !== null ? `?game=${game}` : `?fen=${encodeURIComponent(here.fen)}`;
    nowAt(`/analyse${query}`);
  }, [game, here.fen]);

  const onMove = useCallback(
    (uci: string) => {
      const added = addMove(tree, at, uci);
      if (!added) return;
      setTree(added.tree);
      goTo(added.id);
    },
    [tree, at],
  );

  useEffect(() => {
    const key = (event: KeyboardEvent) => {
      const target = event.target as HTMLElement;
      if (target.closest('input, textarea, select, [role=tablist], dialog') || event.altKey || event.ctrlKey || event.metaKey) return;
      if (event.key === 'f') setFlipped((f) => !f);
      const step = KEYS[event.key];
      if (!step) return;
      event.preventDefault();
      goTo(go(tree, at, step));
    };
    addEventListener('keydown', key);
    return () => removeEventListener('keydown', key);
  }, [tree, at]);

  // A file or text dropped anywhere is taken: games into the library, a position onto the board.
  useEffect(() => {
    const drag = (event: DragEvent) => {
      const kinds = event.dataTransfer?.types ?? [];
      if (!kinds.includes('Files') && !kinds.includes('text/plain')) return;
      event.preventDefault();
      setOver(true);
    };
    const leave = (event: DragEvent) => {
      if (event.relatedTarget === null) setOver(false);
    };
    const drop = async (event: DragEvent) => {
      setOver(false);
      const { dataTransfer } = event;
      if (!dataTransfer || (event.target as HTMLElement).closest?.('input, textarea')) return;
      event.preventDefault();
      const file = dataTransfer.files[0];
      const text = (file ? await file.slice(0, 4_000_000).text() : dataTransfer.getData('text')).trim();
      if (!text) return;
      if (typeof position(text) !== 'string') {
        open(newTree(text), null);
        return;
      }
      try {
        const imported = await importGames(text);
        const [first] = imported.games;
        const [fault] = imported.problems;
        setTab('games');
        setArrived((n) => n + 1);
        if (first) await load(first.id);
        if (fault) setProblem(`Line ${fault.line}: ${fault.text}`);
      } catch (error) {
        setProblem(say(error));
      }
    };
    addEventListener('dragover', drag);
    addEventListener('dragleave', leave);
    addEventListener('drop', drop);
    return () => {
      removeEventListener('dragover', drag);
      removeEventListener('dragleave', leave);
      removeEventListener('drop', drop);
    };
  }, [load, open]);

  const editing = piece !== undefined;
  const before = useMemo(
    () => (here.parent === null ? null : { fen: node(tree, here.parent).fen, uci: here.uci, san: here.san }),
    [tree, at],
  );
  const fen = editing ? draft : (evidence.fen ?? here.fen);
  const shapes = useMemo<Arrow[]>(() => here.shapes.map((s) => ({ from: s.from, to: s.to, brush: s.brush })), [here]);
  const values = useMemo(
    () =>
      mainLine(tree)
        .filter((n) => n.eval !== null)
        .map((n) => ({ id: n.id, label: `${n.san} ${score(n.eval ?? 0)}`, chance: chances(n.eval ?? 0), mark: judgement(n.nags) })),
    [tree],
  );
  return (
    <div class={`place three ${over ? 'over' : ''}`}>
      <h1 class="sr-only">{t('Analyse')}</h1>
      {over && (
        <p class="dropnote" role="status">
          {t('Drop games (PGN) or a position (FEN)')}
        </p>
      )}
      <div class="boardside">
        <Board
          fen={fen}
          label={t('Analysis board')}
          orientation={flipped ? 'black' : 'white'}
          lastMove={evidence.fen ? (evidence.lastMove ?? null) : here.uci || null}
          arrows={evidence === NOTHING ? shapes : evidence.arrows}
          squares={evidence.squares}
          {...(editing ? { onSquare: (square: string) => setDraft(withPiece(draft, square, piece)) } : { onMove })}
        />
        <div class="row controls" role="group" aria-label={t('Walk through the game')}>
          <button onClick={() => goTo(go(tree, at, 'first'))} disabled={at === 0} aria-label={t('First position')} aria-keyshortcuts="Home">
            |◀
          </button>
          <button onClick={() => goTo(go(tree, at, 'previous'))} disabled={at === 0} aria-label={t('Previous move')} aria-keyshortcuts="ArrowLeft">
            ◀
          </button>
          <button onClick={() => goTo(go(tree, at, 'next'))} disabled={here.children.length === 0} aria-label={t('Next move')} aria-keyshortcuts="ArrowRight">
            ▶
          </button>
          <button onClick={() => goTo(go(tree, at, 'last'))} disabled={here.children.length === 0} aria-label={t('Last move')} aria-keyshortcuts="End">
            ▶|
          </button>
          <button onClick={() => setFlipped(!flipped)} aria-keyshortcuts="f">
            {t('Flip')}
          </button>
          <button
            aria-pressed={editing}
            onClick={() => {
              setDraft(here.fen);
              setPiece(editing ? undefined : 'Q');
            }}
          >
            {t('Set up')}
          </button>
        </div>
        <GameChart values={values} at={at} choose={goTo} />
        <Problem text={problem} />
        {editing ? (
          <SetUp
            fen={draft}
            chosen={piece}
            choose={setPiece}
            setFen={setDraft}
            done={() => {
              const made = position(draft);
              if (typeof made === 'string') setProblem(made);
              else {
                setProblem(null);
                open(newTree(draft), null);
              }
            }}
          />
        ) : (
          <>
            <MoveInput fen={here.fen} onMove={onMove} />
            <FenInput
              fen={here.fen}
              onFen={(text) => {
                const made = position(text);
                if (typeof made === 'string') return made;
                open(newTree(text.trim()), null);
                return null;
              }}
            />
          </>
        )}
      </div>
      <div class="middle">
        <MoveList tree={tree} at={at} choose={goTo} />
        {game !== null && <Annotate key={game} game={game} annotated={annotated} reload={() => load(game)} />}
        <Share tree={tree} />
      </div>
      <div class="side">
        <Tabs tabs={TABS} chosen={tab} choose={setTab} label={t('What to look at')} />
        <TabPanel id={tab}>
          {tab === 'explain' && !editing && (
            <>
              <Explain fen={here.fen} before={before} setEvidence={setEvidence} />
              <Ask fen={here.fen} before={before} setEvidence={setEvidence} />
            </>
          )}
          {tab === 'lines' && !editing && <LinesPanel fen={here.fen} setEvidence={setEvidence} onMove={onMove} />}
          {tab === 'features' && !editing && <Features fen={here.fen} setEvidence={setEvidence} />}
          {tab === 'games' && (
            <>
              <Games open={(id) => load(id)} current={game} arrived={arrived} />
              <Kept fen={here.fen} open={(kept) => open(newTree(kept), null)} />
            </>
          )}
        </TabPanel>
      </div>
    </div>
  );
}

function firstTree(): Tree {
  const fen = parameter('fen');
  return fen && typeof position(fen) !== 'string' ? newTree(fen) : newTree();
}

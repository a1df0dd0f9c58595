// Analyse: a game or position, the tutor's words, and the evidence on the board.

import { useMemo, useState } from 'preact/hooks';
import { position } from '../lib/chess';
import { parameter } from '../lib/route';
import { goTo } from '../lib/study';
import { chances, judgement, mainLine, marks, newTree, node, score } from '../lib/tree';
import { t } from '../lib/words';
import { GameChart } from '../ui/charts';
import { Busy, FenInput, Panel, Problem, TabPanel, Tabs } from '../ui/parts';
import { SetUp, type Hand } from '../ui/SetUp';
import { Annotate } from './analyse/Annotate';
import { Ask } from './analyse/Ask';
import { Explain } from './analyse/Explain';
import { Explorer } from './analyse/Explorer';
import { Features } from './analyse/Features';
import { Games } from './analyse/Games';
import { useAddress, useDrop, useKeys, useSound, useTick } from './analyse/hooks';
import { Import } from './analyse/Import';
import { Kept } from './analyse/Kept';
import { Keys } from './analyse/Keys';
import { LinesPanel } from './analyse/Lines';
import { MoveList } from './analyse/MoveList';
import { MoveNote } from './analyse/MoveNote';
import { Play, useOpponent } from './analyse/Play';
import { Report } from './analyse/Report';
import { Share } from './analyse/Share';
import { Stage } from './analyse/Stage';
import { openGame } from './analyse/keeping';
import { change, openFree, problem, sample, scores, study } from './analyse/store';

const TABS = [
  { id: 'explain', name: 'Explain' },
  { id: 'lines', name: 'Moves' },
  { id: 'openings', name: 'Openings' },
  { id: 'features', name: 'Features' },
  { id: 'play', name: 'Play a game' },
  { id: 'games', name: 'Games' },
];

export default function Analyse() {
  const [tab, setTab] = useState(() => parameter('tab') ?? 'explain');
  const [hand, setHand] = useState<Hand | null>(null);
  const [draft, setDraft] = useState('');
  const ready = useAddress();
  const over = useDrop(() => setTab('games'));
  useKeys();
  useOpponent();
  useTick();
  useSound();
  if (!ready) return <Busy what={t('Loading')} />;
  const { tree, at, game, annotated } = study.value;
  const here = node(tree, at);
  const editing = hand === null ? null : { fen: draft, hand, set: setDraft };
  const setUp = (fen: string): string | null => {
    const made = position(fen);
    if (typeof made === 'string') return made;
    openFree(newTree(fen.trim()));
    setHand(null);
    return null;
  };
  const comments = game !== null && <Annotate key={game} game={game} annotated={annotated} reload={() => openGame(game)} />;
  return (
    <div class="place analyse">
      <h1 class="sr-only">{t('Analyse')}</h1>
      {over && (
        <p class="dropnote" role="status">
          {t('Drop games (PGN) or a position (FEN)')}
        </p>
      )}
      <div class="left">
        <Stage editing={editing} />
        <div class="under">
          <Chart />
          <Problem text={problem.value} />
          {editing ? (
            <SetUp fen={draft} hand={editing.hand} choose={setHand} setFen={setDraft} done={() => (problem.value = setUp(draft))} leave={() => setHand(null)} />
          ) : (
            <details class="behind">
              <summary>{t('Position: set up, copy, paste')}</summary>
              <FenInput fen={here.fen} onFen={setUp} />
              <div class="row">
                <button
                  onClick={() => {
                    setDraft(here.fen);
                    setHand('move');
                  }}
                >
                  {t('Set up')}
                </button>
                <button onClick={() => openFree(newTree())}>{t('Empty game')}</button>
              </div>
            </details>
          )}
          <Keys />
        </div>
      </div>
      <div class="side">
        <MoveNote />
        {sample.value && tab !== 'games' && <Invitation />}
        {!annotated && comments}
        <Tabs tabs={TABS} chosen={tab} choose={setTab} label={t('What to look at')} />
        <TabPanel id={tab}>
          {tab === 'explain' && !editing && <Words />}
          {tab === 'lines' && !editing && <LinesPanel fen={here.fen} />}
          {tab === 'openings' && !editing && <Explorer fen={here.fen} />}
          {tab === 'features' && !editing && <Features fen={here.fen} />}
          {tab === 'play' && <Play />}
          {tab === 'games' && (
            <>
              <Games />
              <Kept fen={here.fen} open={(kept) => openFree(newTree(kept))} />
            </>
          )}
        </TabPanel>
      </div>
      <div class="right">
        <MoveList tree={tree} at={at} choose={(id) => change((s) => goTo(s, id))} />
        <div class="extras">
          {annotated && game !== null && <Report key={game} game={game} />}
          {annotated && comments}
          <Share tree={tree} />
        </div>
      </div>
    </div>
  );
}

function Words() {
  const { tree, at } = study.value;
  const here = node(tree, at);
  const before = useMemo(() => (here.parent === null ? null : { fen: node(tree, here.parent).fen, uci: here.uci, san: here.san }), [tree, at]);
  return (
    <>
      <Explain fen={here.fen} before={before} />
      <Ask fen={here.fen} before={before} />
    </>
  );
}

/** A newcomer sees what the tutor says about a famous game, and is asked for one of his own. */
function Invitation() {
  return (
    <div class="invitation">
      <Panel title={t('Now your own game')}>
        <p>{t('Paste it, drop a file anywhere, or open one: the tutor comments on every move that matters.')}</p>
        <Import inviting />
      </Panel>
    </div>
  );
}

function Chart() {
  const { tree, at } = study.value;
  const known = scores.value;
  const values = useMemo(
    () =>
      mainLine(tree).flatMap((n) => {
        const cp = n.eval === null ? null : (known.get(n.fen) ?? n.eval);
        return cp === null ? [] : [{ id: n.id, label: `${n.san} ${score(cp)}`, chance: chances(cp), mark: judgement(marks(n)) }];
      }),
    [tree, known],
  );
  return <GameChart values={values} at={at} choose={(id) => change((s) => goTo(s, id))} />;
}

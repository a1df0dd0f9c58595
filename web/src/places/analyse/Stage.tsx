// The board with what stands around it: players, evaluation, the line that is shown, ways through the game.

import { useMemo } from 'preact/hooks';
import { turn } from '../../lib/chess';
import { ending } from '../../lib/playing';
import { changed, playable, playMove, seen, step } from '../../lib/study';
import { change as changeMove } from '../../lib/own';
import { node, type Shape, type Step } from '../../lib/tree';
import { t } from '../../lib/words';
import { Board } from '../../ui/Board';
import { EvalBar, EvalNumber } from '../../ui/EvalBar';
import { MoveInput } from '../../ui/parts';
import { editorProps, type Editing } from '../../ui/SetUp';
import { LineBanner } from './LineBanner';
import { PlayerStrip } from './Players';
import { match } from './match';
import { change, flipped, live, marks, scores, study } from './store';

const NO_SHAPES: Shape[] = [];

/** `editing`: the position that is being set up, and the man in hand. */
export function Stage({ editing }: { editing: Editing | null }) {
  const now = study.value;
  const here = node(now.tree, now.at);
  const { line } = now;
  const view = seen(now);
  const shown = line && line.at >= line.stop && !line.playing;
  const arrows = useMemo(() => {
    if (!line) return marks.value.arrows.length > 0 ? marks.value.arrows : here.shapes;
    const next = line.steps[line.at];
    return shown && line.at === line.stop && next && next.uci !== '0000' ? [{ from: next.uci.slice(0, 2), to: next.uci.slice(2, 4), brush: 'blue' }] : [];
  }, [now, marks.value]);
  const squares = useMemo(() => (!line ? marks.value.squares : line.at === line.stop ? new Map(line.squares.map((s) => [s, 'key'])) : new Map<string, string>()), [now, marks.value]);
  const orientation = flipped.value ? 'black' : 'white';
  const playing = match.value !== null && ending(now.tree, now.at, match.value) === null;
  // Who plays is not told how he stands, and moves only his own men.
  const watched = live.value?.fen === here.fen ? live.value.cp : null;
  const cp = playing ? null : (watched ?? scores.value.get(here.fen) ?? here.eval);
  const mayMove = playable(now) && (!playing || match.value?.you === turn(view.fen));
  const [top, bottom] = flipped.value ? (['white', 'black'] as const) : (['black', 'white'] as const);
  const draw = (ownShapes: Shape[]) => change((s) => changed(s, changeMove(s.tree, s.at, { ownShapes })));
  return (
    <div class={`stage ${line ? 'showing' : ''}`}>
      {!editing && <PlayerStrip tree={now.tree} at={now.at} side={top} fen={view.fen} />}
      <div class="boardrow">
        <EvalBar cp={cp} orientation={orientation} />
        <Board
          fen={editing?.fen ?? view.fen}
          label={line ? t('A line of the tutor on the board') : t('Analysis board')}
          orientation={orientation}
          lastMove={editing ? null : view.lastMove}
          arrows={editing ? NO_SHAPES : arrows}
          squares={squares}
          {...(line || editing ? {} : { drawn: here.ownShapes, onDraw: draw })}
          {...(editing
            ? editorProps(editing)
            : mayMove
              ? { onMove: (uci: string) => change((s) => playMove(s, uci)) }
              : {})}
        />
      </div>
      {!editing && <PlayerStrip tree={now.tree} at={now.at} side={bottom} fen={view.fen} />}
      {line ? <LineBanner line={line} /> : <Controls cp={cp} fen={view.fen} mayMove={mayMove} />}
    </div>
  );
}

const WAYS: [Step, string, string, string][] = [
  ['first', '|◀', 'First position', 'Home'],
  ['previous', '◀', 'Previous move', 'ArrowLeft'],
  ['next', '▶', 'Next move', 'ArrowRight'],
  ['last', '▶|', 'Last move', 'End'],
];

function Controls({ cp, fen, mayMove }: { cp: number | null; fen: string; mayMove: boolean }) {
  const { tree, at } = study.value;
  const end = node(tree, at).children.length === 0;
  return (
    <div class="row controls" role="group" aria-label={t('Walk through the game')}>
      {WAYS.map(([way, sign, name, key]) => (
        <button
          key={way}
          onClick={() => change((s) => step(s, way))}
          disabled={way === 'first' || way === 'previous' ? at === 0 : end}
          aria-label={t(name)}
          aria-keyshortcuts={key}
        >
          {sign}
        </button>
      ))}
      <button class="quiet" onClick={() => (flipped.value = !flipped.value)} aria-keyshortcuts="f" aria-label={t('Flip')} title={t('Flip')}>
        ⇅
      </button>
      <EvalNumber cp={cp} />
      <MoveInput fen={fen} onMove={(uci) => mayMove && change((s) => playMove(s, uci))} />
    </div>
  );
}

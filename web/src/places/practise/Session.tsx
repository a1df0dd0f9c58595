// A drill on the board, and what is said to it.

import { turn } from '../../lib/chess';
import { goal, how, praise, title, verdict } from '../../lib/practise';
import { follow } from '../../lib/route';
import { tells, themeName } from '../../lib/themes';
import type { Task } from '../../lib/types';
import { t } from '../../lib/words';
import { Board } from '../../ui/Board';
import { manner } from '../../ui/settings';
import { Busy, MoveInput, Panel, Problem } from '../../ui/parts';
import { useDrill, type Choice } from './drill';

type Drill = ReturnType<typeof useDrill>;

export function Session({ leave, ...choice }: Choice & { leave: () => void }) {
  const drill = useDrill(choice);
  const { task, view, answer, problem, onMove } = drill;
  if (task === undefined) return problem ? <Problem text={problem} /> : <Busy what={t('Choosing a drill')} />;
  if (task === null) {
    return (
      <div class="place">
        <Panel title={t('Nothing to practise')}>
          <p>{t('There is no drill of this kind yet.')}</p>
          <button onClick={leave}>{t('Back')}</button>
        </Panel>
      </div>
    );
  }
  const lesson = task.texts[manner.value.language] ?? task.texts['en'];
  return (
    <div class="place two">
      <h1 class="sr-only">{t('Practise')}</h1>
      <div class="boardside">
        <Board fen={view.fen} label={t('Practise board')} orientation={turn(task.fen)} lastMove={view.lastMove} {...(answer ? {} : { onMove })} />
        {!answer && <MoveInput fen={view.fen} onMove={onMove} />}
      </div>
      <div class="side">
        <Panel title={lesson?.title ?? title(task)} actions={drill.row > 1 && <span class="chip">{t('{n} in a row', { n: drill.row })}</span>}>
          <p class="task">{goal(task)}</p>
          {lesson && <p>{lesson.idea}</p>}
          <p class="hint">
            {how(task)}
            {task.kind === 'endgame' && ` ${t('{n} moves played.', { n: Math.ceil(drill.moves.length / 2) })}`}
          </p>
          <Problem text={problem} />
          {drill.said && (
            <p class="said" role="status">
              {drill.said}
            </p>
          )}
          {drill.hint && !answer && (
            <p class="said" role="status">
              {drill.hint}
            </p>
          )}
          <WrongTry drill={drill} />
          {answer && (
            <p class={`verdict ${answer.state === 'passed' ? 'win' : 'loss'}`} role="status">
              {verdict(answer, task.kind, task.goal)} {answer.state === 'passed' && praise(drill.row)}
              {answer.reasons.length > 0 && ` ${answer.reasons.join(' ')}.`}
            </p>
          )}
          <Solution drill={drill} task={task} />
          <Buttons drill={drill} task={task} leave={leave} />
        </Panel>
      </div>
    </div>
  );
}

function WrongTry({ drill: { wrong, showLine } }: { drill: Drill }) {
  if (!wrong) return null;
  return (
    <div class="verdict loss" role="status">
      <p>
        <b>{wrong.tried}</b>: {verdict(wrong)} {wrong.reasons.length > 0 ? wrong.reasons.join(' ') : t('There is better.')}
      </p>
      {wrong.refutation_san && (
        <button class="sentence" onClick={() => showLine([wrong.uci, ...wrong.refutation], true, wrong.from)}>
          {wrong.refutation_san}
          <small>{t('what the other side makes of it; click to see')}</small>
        </button>
      )}
    </div>
  );
}

function Solution({ drill: { answer, showLine }, task }: { drill: Drill; task: Task }) {
  const solution = answer?.solution;
  if (!solution) return null;
  return (
    <>
      <button class="sentence" onClick={() => showLine(solution.line, false)}>
        {solution.san}
        <small>{t('click to see where it leads')}</small>
      </button>
      {solution.comment && <p class="hint">{task.kind === 'puzzle' ? solution.comment.split(' ').filter(tells).map(themeName).join(', ') : solution.comment}</p>}
      <p class="row">
        {task.game !== null && (
          <a class="button" href={`/analyse?game=${task.game}&fen=${encodeURIComponent(task.fen)}`} onClick={follow}>
            {t('Open the game')}
          </a>
        )}
        <a class="button" href={`/analyse?fen=${encodeURIComponent(task.fen)}&tab=play`} onClick={follow}>
          {t('Play it out')}
        </a>
      </p>
    </>
  );
}

function Buttons({ drill: { answer, next, giveUp, askHint, hint, hints }, task, leave }: { drill: Drill; task: Task; leave: () => void }) {
  return (
    <div class="row">
      {answer ? (
        <button class="primary" onClick={next} autoFocus>
          {t('Next')}
        </button>
      ) : (
        <>
          {(hint === null || (task.kind === 'endgame' && hints < 3)) && <button onClick={askHint}>{t('A hint')}</button>}
          <button onClick={giveUp}>{task.kind === 'endgame' ? t('Give up') : t('Show the answer')}</button>
        </>
      )}
      <button onClick={leave}>{t('Leave')}</button>
    </div>
  );
}

// Practise: drills that come back when they are about to be forgotten.

import { useCallback, useEffect, useState } from 'preact/hooks';
import { ask, comeback, say } from '../lib/api';
import { play, playLine, turn } from '../lib/chess';
import { follow } from '../lib/route';
import type { PractiseProgress, Reply, Task } from '../lib/types';
import { Board } from '../ui/Board';
import { Busy, MoveInput, Panel, Problem } from '../ui/parts';
import { manner } from '../ui/settings';
import { comment } from './Endgames';
import { t } from '../lib/words';

interface Overview {
  mistakes: PractiseProgress;
  endgames: PractiseProgress;
}

export default function Practise() {
  const [overview, setOverview] = useState<Overview | null>(null);
  const [kind, setKind] = useState<'endgame' | 'mistake' | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const refresh = useCallback(() => {
    ask<Overview>('/api/practise').then(setOverview).catch((error) => setProblem(say(error)));
  }, []);
  useEffect(refresh, [comeback.value]);
  const [adding, setAdding] = useState(false);
  const addEndgames = async () => {
    setProblem(null);
    setAdding(true);
    try {
      await ask('/api/practise/endgames', { method: 'POST' });
      refresh();
    } catch (error) {
      setProblem(say(error));
    } finally {
      setAdding(false);
    }
  };
  if (!overview) return problem ? <Problem text={problem} /> : <Busy what={t('Looking up your drills')} />;
  if (kind) {
    return (
      <Session
        kind={kind}
        leave={() => {
          setKind(null);
          refresh();
        }}
      />
    );
  }
  return (
    <div class="place cards">
      <h1>{t('Practise')}</h1>
      <Problem text={problem} />
      <div class="cardrow">
        <Card title={t('Learn from your mistakes')} progress={overview.mistakes} start={() => setKind('mistake')}>
          <p>{t('Positions from your own games in which a better move was there. Open a game in Analyse and let the tutor comment on it: its mistakes come here.')}</p>
        </Card>
        <Card title={t('Endgames against perfect play')} progress={overview.endgames} start={() => setKind('endgame')}>
          <p>{t('Mates, pawn endings and defences to play out against the exact tables.')}</p>
          {adding && <Busy what={t('Solving the endgames they need, once')} />}
          {overview.endgames.drills === 0 && !adding && (
            <button class="primary" onClick={addEndgames}>
              {t('Add the lessons')}
            </button>
          )}
        </Card>
      </div>
    </div>
  );
}

function Card({ title, progress, start, children }: { title: string; progress: PractiseProgress; start: () => void; children: preact.ComponentChildren }) {
  return (
    <Panel title={title}>
      {children}
      {progress.drills > 0 && (
        <>
          <dl class="figures">
            <div>
              <dt>{t('due')}</dt>
              <dd>{progress.due}</dd>
            </div>
            <div>
              <dt>{t('known')}</dt>
              <dd>
                {progress.known}/{progress.drills}
              </dd>
            </div>
            <div>
              <dt>{t('right')}</dt>
              <dd>{progress.answers > 0 ? `${Math.round((100 * progress.right) / progress.answers)} %` : '–'}</dd>
            </div>
          </dl>
          <button class="primary" onClick={start}>
            {progress.due > 0 ? t('Start') : t('Practise ahead')}
          </button>
        </>
      )}
    </Panel>
  );
}

interface Answer {
  state: 'passed' | 'failed' | 'open';
  outcome: 'best' | 'good' | 'worse' | 'reached' | 'spoilt' | 'given-up' | null;
  spoilt: number | null;
  reasons: string[];
  days: number | null;
  solution: { line: string[]; san: string; comment: string } | null;
  refutation: string[];
  refutation_san: string;
}

/** What became of an answer, in words. */
export function verdict(answer: Pick<Answer, 'state' | 'outcome' | 'spoilt' | 'days'>): string {
  const words = {
    best: t('That is the move.'),
    good: t('That is good too.'),
    worse: t('Not yet.'),
    reached: t('Done: the result was kept all the way.'),
    spoilt: t('Move {n} spoilt the result.', { n: answer.spoilt ?? 0 }),
    'given-up': t('Look at it in peace; it comes back soon.'),
  };
  const said = answer.outcome ? words[answer.outcome] : '';
  if (answer.days === null || answer.state !== 'passed') return said;
  return `${said} ${answer.days < 1.5 ? t('It comes back in a day.') : t('It comes back in {n} days.', { n: Math.round(answer.days) })}`;
}

function Session({ kind, leave }: { kind: 'endgame' | 'mistake'; leave: () => void }) {
  const [task, setTask] = useState<Task | null | undefined>(undefined);
  const [fen, setFen] = useState('');
  const [moves, setMoves] = useState<string[]>([]);
  const [lastMove, setLastMove] = useState<string | null>(null);
  const [said, setSaid] = useState<string | null>(null);
  const [answer, setAnswer] = useState<Answer | null>(null);
  const [wrong, setWrong] = useState<(Answer & { tried: string; uci: string }) | null>(null);
  const [again, setAgain] = useState(false);
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);

  const next = useCallback(async () => {
    setProblem(null);
    try {
      const found = (await ask<Task | null>(`/api/practise/next?kind=${kind}`)) ?? (await ask<Task | null>(`/api/practise/next?kind=${kind}&early=true`));
      setTask(found);
      setFen(found?.fen ?? '');
      setMoves([]);
      setLastMove(null);
      setSaid(null);
      setAnswer(null);
      setWrong(null);
      setAgain(false);
    } catch (error) {
      setProblem(say(error));
    }
  }, [kind]);
  useEffect(() => void next(), []);

  const finish = async (list: string[], giveUp = false) => {
    if (!task) return;
    const made = await ask<Answer>(`/api/practise/${task.id}/answer`, { method: 'POST', body: { moves: list, give_up: giveUp, again, level: manner.value.level, language: manner.value.language } });
    if (made.state !== 'open') setAgain(true);
    // A wrong try at a mistake may be followed by another; the answer is not told before that.
    const tried = task.kind === 'mistake' && made.state === 'failed' && !giveUp ? play(task.fen, list[0] ?? '') : null;
    if (tried) setWrong({ ...made, tried: tried.san, uci: tried.uci });
    else if (made.state !== 'open') setAnswer(made);
  };

  const tryMove = async (uci: string) => {
    if (!task) return;
    const played = play(task.fen, uci);
    setWrong(null);
    if (played) {
      setFen(played.fen);
      setLastMove(played.uci);
    }
    try {
      await finish([uci]);
    } finally {
      setTimeout(() => {
        setFen(task.fen);
        setLastMove(null);
      }, 600);
    }
  };

  /** Plays the wrong move and the answer to it; the next try starts from the task again. */
  const showRefutation = ({ uci, refutation }: { uci: string; refutation: string[] }) => {
    if (!task) return;
    const steps = playLine(task.fen, [uci, ...refutation]);
    steps.forEach((step, i) =>
      setTimeout(() => {
        setFen(step.fen);
        setLastMove(step.uci);
      }, 650 * i),
    );
    setTimeout(() => {
      setFen(task.fen);
      setLastMove(null);
    }, 650 * steps.length + 1500);
  };

  const onMove = async (uci: string) => {
    if (!task || answer || busy) return;
    setBusy(true);
    try {
      if (task.kind === 'mistake') {
        await tryMove(uci);
        return;
      }
      const reply = await ask<Reply>('/api/tables/play', { method: 'POST', body: { fen, move: uci } });
      const list = [...moves, uci];
      await finish(list);
      if (reply.reply) list.push(reply.reply);
      setMoves(list);
      setFen(reply.fen);
      setLastMove(reply.reply ?? uci);
      setSaid(comment(reply));
    } catch (error) {
      setProblem(say(error));
    } finally {
      setBusy(false);
    }
  };

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
  const side = turn(task.fen);
  const white = side === 'white';
  const judged = {
    inaccuracy: t('{move} was an inaccuracy.', { move: task.played_san ?? '' }),
    mistake: t('{move} was a mistake.', { move: task.played_san ?? '' }),
    blunder: t('{move} was a blunder.', { move: task.played_san ?? '' }),
  }[task.judgement ?? 'mistake'];
  const better = white ? t('Find a better move for White.') : t('Find a better move for Black.');
  const won = white ? t('Win with White.') : t('Win with Black.');
  const held = white ? t('Hold the draw with White.') : t('Hold the draw with Black.');
  const goal = task.kind === 'mistake' ? `${judged ?? ''} ${better}` : task.goal === 'win' ? won : held;
  const solution = answer?.solution ?? null;
  return (
    <div class="place two">
      <h1 class="sr-only">{t('Practise')}</h1>
      <div class="boardside">
        <Board fen={fen} label={t('Practise board')} orientation={side} lastMove={lastMove} {...(answer ? {} : { onMove })} />
        {!answer && <MoveInput fen={fen} onMove={onMove} />}
      </div>
      <div class="side">
        <Panel title={task.title}>
          <p class="task">{goal}</p>
          <p class="hint">
            {task.tries === 0 ? t('New to you.') : t('Right {streak} times in a row, tried {tries} times.', { streak: task.streak, tries: task.tries })}
            {task.kind === 'endgame' && ` ${t('{n} moves played.', { n: Math.ceil(moves.length / 2) })}`}
          </p>
          <Problem text={problem} />
          {said && (
            <p class="said" role="status">
              {said}
            </p>
          )}
          {wrong && (
            <div class="verdict loss" role="status">
              <p>
                <b>{wrong.tried}</b>: {verdict(wrong)} {wrong.reasons.length > 0 ? wrong.reasons.join(' ') : t('There is better.')}
              </p>
              {wrong.refutation_san && (
                <button class="sentence" onClick={() => showRefutation(wrong)}>
                  {wrong.refutation_san}
                  <small>{t('what the other side makes of it; click to see')}</small>
                </button>
              )}
            </div>
          )}
          {answer && (
            <p class={`verdict ${answer.state === 'passed' ? 'win' : 'loss'}`} role="status">
              {verdict(answer)}
            </p>
          )}
          {solution && (
            <>
              <button
                class="sentence"
                onClick={() => {
                  const last = playLine(task.fen, solution.line).at(-1);
                  if (last) {
                    setFen(last.fen);
                    setLastMove(last.uci);
                  }
                }}
              >
                {solution.san}
                <small>{t('click to see where it leads')}</small>
              </button>
              {solution.comment && <p class="hint">{solution.comment}</p>}
              {task.game !== null && (
                <p>
                  <a href={`/analyse?game=${task.game}`} onClick={follow}>
                    {t('Open the game')}
                  </a>
                </p>
              )}
            </>
          )}
          <div class="row">
            {answer ? (
              <button class="primary" onClick={next} autoFocus>
                {t('Next')}
              </button>
            ) : (
              <button onClick={() => finish(moves, true).catch((error) => setProblem(say(error)))}>{task.kind === 'mistake' ? t('Show the answer') : t('Give up')}</button>
            )}
            <button onClick={leave}>{t('Leave')}</button>
          </div>
        </Panel>
      </div>
    </div>
  );
}

// One drill after the other: the position, tries, answers, hints.

import { useCallback, useEffect, useRef, useState } from 'preact/hooks';
import { ask, say } from '../../lib/api';
import { play, playLine } from '../../lib/chess';
import { comment } from '../../lib/endings';
import { streak, type Answer } from '../../lib/practise';
import type { Reply, Task, Told } from '../../lib/types';
import { manner } from '../../ui/settings';

export type Kind = 'endgame' | 'mistake';
export type Wrong = Answer & { tried: string; uci: string };

interface View {
  fen: string;
  lastMove: string | null;
}

const STEP_MS = 650;

export function useDrill(kind: Kind) {
  const [task, setTask] = useState<Task | null | undefined>(undefined);
  const [view, setView] = useState<View>({ fen: '', lastMove: null });
  const [moves, setMoves] = useState<string[]>([]);
  const [said, setSaid] = useState<string | null>(null);
  const [answer, setAnswer] = useState<Answer | null>(null);
  const [wrong, setWrong] = useState<Wrong | null>(null);
  const [hint, setHint] = useState<string | null>(null);
  const [again, setAgain] = useState(false);
  const [row, setRow] = useState(0);
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const timers = useRef<ReturnType<typeof setTimeout>[]>([]);
  const still = () => timers.current.forEach(clearTimeout);
  useEffect(() => still, []);

  const next = useCallback(async () => {
    setProblem(null);
    still();
    try {
      const found = (await ask<Task | null>(`/api/practise/next?kind=${kind}`)) ?? (await ask<Task | null>(`/api/practise/next?kind=${kind}&early=true`));
      setTask(found);
      setView({ fen: found?.fen ?? '', lastMove: null });
      setMoves([]);
      setSaid(null);
      setAnswer(null);
      setWrong(null);
      setHint(null);
      setAgain(false);
    } catch (error) {
      setProblem(say(error));
    }
  }, [kind]);
  useEffect(() => void next(), []);

  /** Shows a line step by step, then the drill again. */
  const showLine = (line: string[], back: boolean) => {
    if (!task) return;
    still();
    const steps = playLine(task.fen, line);
    timers.current = steps.map((step, i) => setTimeout(() => setView({ fen: step.fen, lastMove: step.uci }), STEP_MS * i));
    if (back) timers.current.push(setTimeout(() => setView({ fen: task.fen, lastMove: null }), STEP_MS * steps.length + 1500));
  };

  const finish = async (list: string[], giveUp = false) => {
    if (!task) return;
    const { level, language } = manner.value;
    const made = await ask<Answer>(`/api/practise/${task.id}/answer`, { method: 'POST', body: { moves: list, give_up: giveUp, again, level, language } });
    setRow(streak(row, made, again));
    if (made.state !== 'open') setAgain(true);
    // A wrong try at a mistake may be followed by another; the answer is not told before that.
    const tried = task.kind === 'mistake' && made.state === 'failed' && !giveUp ? play(task.fen, list[0] ?? '') : null;
    if (tried) {
      setWrong({ ...made, tried: tried.san, uci: tried.uci });
      // What the other side makes of it is seen at once.
      showLine([tried.uci, ...made.refutation], true);
    } else if (made.state !== 'open') setAnswer(made);
  };

  const onMove = async (uci: string) => {
    if (!task || answer || busy) return;
    setBusy(true);
    setWrong(null);
    try {
      if (task.kind === 'mistake') {
        const played = play(task.fen, uci);
        if (played) setView({ fen: played.fen, lastMove: played.uci });
        await finish([uci]);
        return;
      }
      const reply = await ask<Reply>('/api/tables/play', { method: 'POST', body: { fen: view.fen, move: uci } });
      const list = [...moves, uci];
      await finish(list);
      if (reply.reply) list.push(reply.reply);
      setMoves(list);
      setView({ fen: reply.fen, lastMove: reply.reply ?? uci });
      setSaid(comment(reply));
    } catch (error) {
      setProblem(say(error));
      setView({ fen: task.fen, lastMove: null });
    } finally {
      setBusy(false);
    }
  };

  const giveUp = () => void finish(moves, true).catch((error) => setProblem(say(error)));

  const askHint = async () => {
    try {
      const told = await ask<Told>('/api/ask', { method: 'POST', body: { fen: view.fen, question: 'Give me a hint', ...manner.value } });
      setHint(told.text.flatMap((section) => section.sentences.map((sentence) => sentence.text)).join(' '));
    } catch (error) {
      setProblem(say(error));
    }
  };

  return { task, view, moves, said, answer, wrong, hint, row, busy, problem, next, onMove, giveUp, askHint, showLine };
}

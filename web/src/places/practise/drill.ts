// One drill after the other: the position, tries, answers, hints.

import { useCallback, useEffect, useRef, useState } from 'preact/hooks';
import { ask, say } from '../../lib/api';
import { play, playLine } from '../../lib/chess';
import { comment } from '../../lib/endings';
import { streak, type Answer } from '../../lib/practise';
import type { Reply, Task, Told } from '../../lib/types';
import { manner } from '../../ui/settings';

export type Kind = 'endgame' | 'mistake' | 'habit' | 'puzzle';
export type Wrong = Answer & { tried: string; uci: string; from: string };

interface View {
  fen: string;
  lastMove: string | null;
}

const STEP_MS = 650;

/** What is to be practised. */
export interface Choice {
  kind: Kind;
  theme?: string;
  /** A lesson of the endgame course. */
  lesson?: string;
  /** The drill to begin with. */
  first?: number;
}

export function useDrill({ kind, theme = '', lesson = '', first }: Choice) {
  const [task, setTask] = useState<Task | null | undefined>(undefined);
  const [view, setView] = useState<View>({ fen: '', lastMove: null });
  const [moves, setMoves] = useState<string[]>([]);
  const [said, setSaid] = useState<string | null>(null);
  const [answer, setAnswer] = useState<Answer | null>(null);
  const [wrong, setWrong] = useState<Wrong | null>(null);
  const [hint, setHint] = useState<string | null>(null);
  const [hints, setHints] = useState(0);
  const [again, setAgain] = useState(false);
  const [row, setRow] = useState(0);
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const timers = useRef<ReturnType<typeof setTimeout>[]>([]);
  const still = () => timers.current.forEach(clearTimeout);
  useEffect(() => still, []);

  const take = useCallback(async (drill?: number) => {
    setProblem(null);
    still();
    try {
      const which = new URLSearchParams({ kind, theme, lesson, ...(drill === undefined ? {} : { drill: String(drill) }) });
      const found = (await ask<Task | null>(`/api/practise/next?${which}`)) ?? (await ask<Task | null>(`/api/practise/next?${which}&early=true`));
      setTask(found);
      setView({ fen: found?.fen ?? '', lastMove: null });
      setMoves([]);
      setSaid(null);
      setAnswer(null);
      setWrong(null);
      setHint(null);
      setHints(0);
      setAgain(false);
    } catch (error) {
      setProblem(say(error));
    }
  }, [kind, theme, lesson]);
  useEffect(() => void take(first), []);
  const next = () => void take();

  /** Shows a line step by step from a position, then that position again. */
  const showLine = (line: string[], back: boolean, from = task?.fen ?? '') => {
    still();
    const steps = playLine(from, line);
    timers.current = steps.map((step, i) => setTimeout(() => setView({ fen: step.fen, lastMove: step.uci }), STEP_MS * i));
    if (back) timers.current.push(setTimeout(() => setView({ fen: from, lastMove: null }), STEP_MS * steps.length + 1500));
  };

  const finish = async (list: string[], giveUp = false): Promise<Answer | null> => {
    if (!task) return null;
    const { level, language } = manner.value;
    const made = await ask<Answer>(`/api/practise/${task.id}/answer`, { method: 'POST', body: { moves: list, give_up: giveUp, again, level, language } });
    setRow(streak(row, made, again));
    if (made.state !== 'open') setAgain(true);
    // A wrong try may be followed by another; the answer is not told before that.
    const from = playLine(task.fen, moves).at(-1)?.fen ?? task.fen;
    const tried = task.kind !== 'endgame' && made.state === 'failed' && !giveUp ? play(from, list.at(-1) ?? '') : null;
    if (tried) {
      setWrong({ ...made, tried: tried.san, uci: tried.uci, from });
      // What the other side makes of it is seen at once.
      showLine([tried.uci, ...made.refutation], true, from);
    } else if (made.state !== 'open') setAnswer(made);
    return made;
  };

  /** A move of a puzzle: the other side answers until it is solved. */
  const solve = async (uci: string) => {
    if (!task) return;
    const list = [...moves, uci];
    const made = await finish(list);
    if (made?.state !== 'open' || !made.reply) return;
    const all = [...list, made.reply];
    setMoves(all);
    const last = playLine(task.fen, all).at(-1);
    if (last) timers.current.push(setTimeout(() => setView({ fen: last.fen, lastMove: last.uci }), STEP_MS / 2));
  };

  const onMove = async (uci: string) => {
    if (!task || answer || busy) return;
    setBusy(true);
    setWrong(null);
    try {
      if (task.kind !== 'endgame') {
        still();
        const played = play(playLine(task.fen, moves).at(-1)?.fen ?? task.fen, uci);
        if (played) setView({ fen: played.fen, lastMove: played.uci });
        await (task.kind === 'puzzle' ? solve(uci) : finish([uci]));
        return;
      }
      const reply = await ask<Reply>('/api/tables/play', { method: 'POST', body: { fen: view.fen, move: uci, hard: true } });
      const list = [...moves, uci];
      await finish(list);
      if (reply.reply) list.push(reply.reply);
      setMoves(list);
      setHint(null);
      setHints(0);
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
      if (task?.kind === 'endgame') {
        // From the idea to the square to the move.
        const { language } = manner.value;
        const told = await ask<{ text: string }>(`/api/practise/${task.id}/hint`, { method: 'POST', body: { moves, number: hints, language } });
        setHints(hints + 1);
        setHint(told.text);
        return;
      }
      const told = await ask<Told>('/api/ask', { method: 'POST', body: { fen: view.fen, question: 'Give me a hint', ...manner.value } });
      setHint(told.text.flatMap((section) => section.sentences.map((sentence) => sentence.text)).join(' '));
    } catch (error) {
      setProblem(say(error));
    }
  };

  return { task, view, moves, said, answer, wrong, hint, hints, row, busy, problem, next, onMove, giveUp, askHint, showLine };
}

// Questions to the tutor.

import { useEffect, useId, useState } from 'preact/hooks';
import { ask, say } from '../../lib/api';
import { readCard, turns, type Card } from '../../lib/card';
import type { Told } from '../../lib/types';
import { Busy, Panel, Problem } from '../../ui/parts';
import { manner } from '../../ui/settings';
import { Sections } from './Explain';
import { Moments } from './Report';
import { marks, study } from './store';
import { commented } from './told';
import { t } from '../../lib/words';

interface Props {
  fen: string;
  before: { fen: string; uci: string; san: string } | null;
}

interface Answer extends Told {
  question: string;
  topic: string | null;
  problem: string | null;
  suggestions: string[];
  fen: string;
  move: string | null;
  squares: string[];
}

/** Kinds of questions, as the server names them. */
const TOPICS: Record<string, string> = {
  standing: 'who stands better?',
  ending: 'is this ending won?',
  threat: 'what is threatened?',
  stop: 'how is the threat met?',
  plan: 'what is the plan?',
  best: 'what should be played?',
  hint: 'a hint',
  tactics: 'is there a tactic?',
  trade: 'should pieces be exchanged?',
  man: 'what about this piece?',
  changed: 'what did the last move change?',
  lost: 'why was the game lost?',
  squares: 'which squares matter?',
  compare: 'which of two moves is better?',
  term: 'what does a word mean?',
  help: 'what can be asked?',
  lesson: 'what can be learned?',
  'why-not': 'why not {move}?',
  'what-if': 'what if {move}?',
  good: 'was {move} good?',
  bad: 'was {move} a mistake?',
};

/** What most people want to know here. */
function first(san: string | null): string[] {
  const last = san ? [t('Was {move} a mistake?', { move: san }), t('What changed?')] : [];
  const lost = study.value.game === null ? [] : [t('Why did I lose?')];
  return [t('What should I play?'), ...last, t('What is the threat?'), t('Who is better, and why?'), ...lost, t('Give me a hint')];
}

export function Ask({ fen, before }: Props) {
  const [question, setQuestion] = useState('');
  const [examples, setExamples] = useState<string[]>([]);
  const [answer, setAnswer] = useState<Answer | null>(null);
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const id = useId();
  const { language } = manner.value;
  useEffect(() => {
    ask<string[]>(`/api/ask/examples?language=${language}`).then(setExamples).catch(() => undefined);
  }, [language]);
  useEffect(() => {
    setAnswer(null);
    setProblem(null);
  }, [fen]);
  const put = async (text: string) => {
    setQuestion(text);
    setBusy(true);
    setProblem(null);
    try {
      const last = before ? { fen: before.fen, move: before.uci } : null;
      setAnswer(await ask<Answer>('/api/ask', { method: 'POST', body: { fen, question: text, last, previous: answer?.topic ? answer.question : null, game: commented(), ...manner.value } }));
    } catch (error) {
      setProblem(say(error));
    } finally {
      setBusy(false);
    }
  };
  return (
    <Panel title={t('Ask')}>
      <form
        class="row"
        onSubmit={(event) => {
          event.preventDefault();
          if (question.trim()) void put(question);
        }}
      >
        <label class="grow" for={id}>
          <span class="sr-only">{t('Your question')}</span>
          <input id={id} list={`${id}-list`} value={question} maxLength={200} placeholder={t('What should I play?')} onInput={(e) => setQuestion(e.currentTarget.value)} />
        </label>
        <datalist id={`${id}-list`}>
          {examples.map((e) => (
            <option key={e} value={e} />
          ))}
        </datalist>
        <button class="primary" type="submit" disabled={busy}>
          {t('Ask')}
        </button>
      </form>
      {!answer && !busy && <Suggestions list={first(before?.san ?? null)} choose={put} />}
      {busy && <Busy what={t('Thinking')} />}
      <Problem text={problem} />
      {answer && <Said answer={answer} choose={put} />}
    </Panel>
  );
}

function Suggestions({ list, choose }: { list: string[]; choose: (text: string) => void }) {
  return (
    <p class="row">
      {list.map((text) => (
        <button key={text} class="small" onClick={() => choose(text)}>
          {text}
        </button>
      ))}
    </p>
  );
}

function Said({ answer, choose }: { answer: Answer; choose: (text: string) => void }) {
  useEffect(() => {
    if (answer.squares.length > 0) marks.value = { arrows: [], squares: new Map(answer.squares.map((s) => [s, 'key'])) };
  }, [answer]);
  if (answer.problem !== null) {
    return (
      <>
        <p role="status">{answer.problem} {t('You can ask:')}</p>
        <Suggestions list={answer.suggestions} choose={choose} />
      </>
    );
  }
  return (
    <div role="status">
      <p class="hint">{t('Understood as: {what}', { what: t(TOPICS[answer.topic ?? ''] ?? 'a question about this position').replace('{move}', answer.move ?? '') })}</p>
      <Sections told={answer} from={answer.fen} />
      {(answer.topic === 'lost' || answer.topic === 'lesson') && <OfGame lesson={answer.topic === 'lesson'} />}
    </div>
  );
}

/** What the whole game answers: its turning points, or its lessons. */
function OfGame({ lesson }: { lesson: boolean }) {
  const { game, annotated, tree } = study.value;
  const [card, setCard] = useState<Card | null>(null);
  useEffect(() => {
    if (game !== null && annotated) readCard(game).then(setCard).catch(() => undefined);
  }, [game, annotated]);
  if (game === null) return <p class="hint">{t('Open the whole game, and its turning points answer this.')}</p>;
  if (!annotated) return <p class="hint">{t('Let the tutor comment on the game first: its turning points answer this.')}</p>;
  if (!card) return null;
  const list = lesson ? (card.lessons ?? []) : turns(card, tree);
  if (list.length === 0) return <p class="hint">{t('No single move decided this game.')}</p>;
  return <Moments title={lesson ? t('Lessons') : t('Where the game turned')} list={list} />;
}

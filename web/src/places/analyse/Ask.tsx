// Questions to the tutor.

import { useEffect, useId, useState } from 'preact/hooks';
import { ask, say } from '../../lib/api';
import type { Told } from '../../lib/types';
import { Busy, Panel, Problem } from '../../ui/parts';
import { manner } from '../../ui/settings';
import { Sections } from './Explain';
import { marks } from './store';
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
  squares: string[];
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
      setAnswer(await ask<Answer>('/api/ask', { method: 'POST', body: { fen, question: text, last, previous: answer?.topic ? answer.question : null, ...manner.value } }));
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
          <input id={id} list={`${id}-list`} value={question} maxLength={200} placeholder={examples[0] ?? 'What is the plan?'} onInput={(e) => setQuestion(e.currentTarget.value)} />
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
      {!answer && !busy && <Suggestions list={examples.slice(0, 6)} choose={put} />}
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
      <Sections told={answer} from={answer.fen} />
    </div>
  );
}

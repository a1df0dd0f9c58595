// A theory to change: mistakes are underlined, every rule is checked at every position, counter-examples can be looked at.

import { useEffect, useRef, useState } from 'preact/hooks';
import { aborted, ask, say } from '../../lib/api';
import { segments } from '../../lib/underline';
import type { CheckResult, TheoryEntry } from '../../lib/types';
import { Busy, Panel, Problem } from '../../ui/parts';
import { Checked } from './Checked';
import { t } from '../../lib/words';

interface Props {
  fen: string;
  material: string | null;
  show: (fen: string) => void;
}

export function RuleEditor({ material, show }: Props) {
  const [theories, setTheories] = useState<TheoryEntry[]>([]);
  const [name, setName] = useState('');
  const [original, setOriginal] = useState('');
  const [text, setText] = useState('');
  const [past, setPast] = useState<string[]>([]);
  const [result, setResult] = useState<CheckResult | null>(null);
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  const back = useRef<HTMLPreElement>(null);

  useEffect(() => {
    ask<TheoryEntry[]>('/api/rules')
      .then((all) => {
        setTheories(all);
        setName((old) => old || (all.find((t) => t.name === material) ?? all.find((t) => t.name === 'KPK') ?? all[0])?.name || '');
      })
      .catch((error) => setProblem(say(error)));
  }, []);

  useEffect(() => {
    if (!name) return;
    ask<{ text: string; scratch: string | null }>(`/api/rules/theories/${name}`)
      .then((theory) => {
        setOriginal(theory.text);
        setText(theory.scratch ?? theory.text);
        setPast([]);
      })
      .catch((error) => setProblem(say(error)));
  }, [name]);

  // Checked when the typing pauses; the scratch copy is kept at the same time.
  useEffect(() => {
    if (!text || !name) return;
    const stop = new AbortController();
    const timer = setTimeout(async () => {
      setBusy(true);
      try {
        setResult(await ask<CheckResult>('/api/rules/check', { method: 'POST', body: { text, search: false }, signal: stop.signal }));
        setProblem(null);
        if (text !== original) await ask(`/api/rules/theories/${name}`, { method: 'PUT', body: { text } });
      } catch (error) {
        if (!aborted(error)) setProblem(say(error));
      } finally {
        setBusy(false);
      }
    }, 500);
    return () => {
      clearTimeout(timer);
      stop.abort();
    };
  }, [text, name]);

  const change = (next: string) => {
    setPast([...past.slice(-100), text]);
    setText(next);
  };
  const amend = async (rule: string, unless: string) => {
    try {
      const changed = await ask<{ text: string }>('/api/rules/amend', { method: 'POST', body: { text, rule, unless } });
      change(changed.text);
    } catch (error) {
      setProblem(say(error));
    }
  };
  const reset = async () => {
    await ask(`/api/rules/theories/${name}`, { method: 'DELETE' }).catch(() => undefined);
    change(original);
  };
  const problems = result?.problems ?? [];
  const report = result?.report ?? null;
  return (
    <Panel
      title={t('Rule editor')}
      actions={
        <span class="row">
          <label class="inline">
            {t('Theory of')}{' '}
            <select value={name} onChange={(e) => setName(e.currentTarget.value)}>
              {theories.map((theory) => (
                <option key={theory.name} value={theory.name}>
                  {theory.name} ({theory.rules} {t('rules)')}
                </option>
              ))}
            </select>
          </label>
          <button
            disabled={past.length === 0}
            onClick={() => {
              setText(past.at(-1) ?? text);
              setPast(past.slice(0, -1));
            }}
          >
            {t('Undo')}
          </button>
          <button disabled={text === original} onClick={reset}>
            {t('Original')}
          </button>
        </span>
      }
    >
      <div class="editor">
        <pre class="backdrop" ref={back} aria-hidden="true">
          {segments(text, problems).map((s, i) => (s.problem ? <mark key={i} class={s.problem.fatal ? 'error' : 'warning'}>{s.text}</mark> : s.text))}
          {'\n'}
        </pre>
        <textarea
          aria-label={`Rules of ${name}`}
          aria-invalid={problems.some((p) => p.fatal)}
          aria-describedby="rule-problems"
          value={text}
          spellcheck={false}
          wrap="off"
          onInput={(e) => change(e.currentTarget.value)}
          onScroll={(e) => {
            if (!back.current) return;
            back.current.scrollTop = e.currentTarget.scrollTop;
            back.current.scrollLeft = e.currentTarget.scrollLeft;
          }}
        />
      </div>
      <div id="rule-problems" aria-live="polite">
        <Problem text={problem} />
        {problems.map((p, i) => (
          <p key={i} class={p.fatal ? 'problem' : 'hint'}>
            {t('Line')} {p.line}{t(', column')} {p.column}: {p.message}
            {p.help && <small> {p.help}</small>}
          </p>
        ))}
      </div>
      {busy && <Busy what={t('Checking every rule at every position')} />}
      {report && <Checked report={report} show={show} amend={amend} />}
    </Panel>
  );
}

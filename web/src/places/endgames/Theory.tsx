// The rules that apply, their squares drawn, and what is wrong with other moves.

import { useEffect, useState } from 'preact/hooks';
import { aborted, ask, comeback, say } from '../../lib/api';
import { playLine } from '../../lib/chess';
import type { TheoryAnswer } from '../../lib/types';
import { Busy, Panel, Problem } from '../../ui/parts';
import { manner } from '../../ui/settings';
import type { Marks } from '../Endgames';
import { walk } from './TableMoves';
import { t } from '../../lib/words';

interface Props {
  fen: string;
  editing: boolean;
  setMarks: (marks: Marks) => void;
  show: (fen: string, move?: string | null) => void;
}

export function Theory({ fen, editing, setMarks, show }: Props) {
  const [answer, setAnswer] = useState<TheoryAnswer | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const { language } = manner.value;
  useEffect(() => {
    if (editing) return;
    const stop = new AbortController();
    setAnswer(null);
    setProblem(null);
    ask<TheoryAnswer>('/api/rules/explain', { method: 'POST', body: { fen, language }, signal: stop.signal })
      .then((found) => {
        setAnswer(found);
        if (found.line.length === 0) setMarks({ arrows: [], squares: marked(found.zone, found.squares) });
      })
      .catch((error) => aborted(error) || setProblem(say(error)));
    return () => {
      stop.abort();
      setMarks({ arrows: [], squares: new Map() });
    };
  }, [fen, editing, language, comeback.value]);

  if (problem) {
    return (
      <Panel title={t('Theory')}>
        <Problem text={problem} />
      </Panel>
    );
  }
  if (!answer) return <Busy what={t('Reading the theory; the first time it is checked at every position')} />;
  const kind = answer.result === 'draw' ? 'draw' : 'win';
  return (
    <Panel title={t('Theory')}>
      <p class={`verdict ${kind}`}>{answer.headline}</p>
      <button
        class="sentence"
        onClick={() =>
          walk(playLine(fen, answer.line), show, () => setMarks({ arrows: [], squares: marked(answer.zone, answer.squares) }))
        }
      >
        {answer.text}
        {answer.line.length > 0 && <small>{t('after')} {answer.line_san} {t('— click to play it')}</small>}
      </button>
      {answer.also.map((also) => (
        <button key={also.rule} class="sentence" onClick={() => setMarks({ arrows: [], squares: marked(also.zone, also.squares) })}>
          {t('Also: {reason}.', { reason: also.text })}
        </button>
      ))}
      {answer.spoiling.length > 0 && (
        <>
          <h3>
            {answer.keeping.length === 1 ? t('Only {moves} keeps the result', { moves: answer.keeping.join() }) : t('Only {moves} keep the result', { moves: answer.keeping.join(', ') })}
          </h3>
          <ul class="plain">
            {answer.spoiling.map((s) => (
              <li key={s.move}>
                <button class="sentence" onClick={() => walk(playLine(fen, [s.move, ...s.line]), show, () => setMarks({ arrows: [], squares: marked([], s.squares) }))}>
                  <b>{s.move}?</b> {t(s.result)}. {s.text}
                </button>
              </li>
            ))}
          </ul>
        </>
      )}
    </Panel>
  );
}

export function marked(zone: string[], squares: string[]): Map<string, string> {
  const out = new Map(squares.map((s) => [s, 'key']));
  for (const square of zone) out.set(square, 'zone');
  return out;
}

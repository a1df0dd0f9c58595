// The tutor's words. A click on a sentence shows what proves it.

import { useEffect, useRef, useState } from 'preact/hooks';
import { aborted, ask, comeback, say } from '../../lib/api';
import { play } from '../../lib/chess';
import { claimsOf, grounds, proof, type Proof } from '../../lib/evidence';
import type { Explanation, Sentence, Told } from '../../lib/types';
import { Busy, Panel, Problem } from '../../ui/parts';
import { manner } from '../../ui/settings';
import type { Evidence } from '../Analyse';
import { MannerBar } from './MannerBar';
import { t } from '../../lib/words';

interface Props {
  /** The position to explain. */
  fen: string;
  /** The move that led here and the position before it, if there is one. */
  before: { fen: string; uci: string; san: string } | null;
  setEvidence: (evidence: Evidence) => void;
}

export function Explain({ fen, before, setEvidence }: Props) {
  const [ofMove, setOfMove] = useState(false);
  const [told, setTold] = useState<Explanation | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const subject = ofMove && before ? before : null;
  const from = subject?.fen ?? fen;
  useEffect(() => {
    const stop = new AbortController();
    setTold(null);
    setProblem(null);
    const timer = setTimeout(() => {
      ask<Explanation>('/api/explain', { method: 'POST', body: { fen: from, move: subject?.uci ?? null, ...manner.value }, signal: stop.signal })
        .then(setTold)
        .catch((error) => aborted(error) || setProblem(say(error)));
    }, 150);
    return () => {
      clearTimeout(timer);
      stop.abort();
    };
  }, [from, subject?.uci, manner.value, comeback.value]);

  return (
    <Panel title={subject ? t('Why {move}?', { move: subject.san }) : t('What is going on')}>
      <MannerBar />
      {before && (
        <div class="row" role="group" aria-label={t('What to explain')}>
          <button aria-pressed={!ofMove} onClick={() => setOfMove(false)}>
            {t('The position')}
          </button>
          <button aria-pressed={ofMove} onClick={() => setOfMove(true)}>
            {t('The move')} {before.san}
          </button>
        </div>
      )}
      <Problem text={problem} />
      {!told && !problem && <Busy what={t('Looking ahead and weighing')} />}
      {told && <Sections told={told} from={from} setEvidence={setEvidence} />}
    </Panel>
  );
}

export function Sections({ told, from, setEvidence }: { told: Told; from: string; setEvidence: (evidence: Evidence) => void }) {
  const [open, setOpen] = useState<string | null>(null);
  const show = useShow(from, setEvidence);
  return (
    <>
      {told.text.map((section, place) => (
        <section key={place} class={`told ${section.kind}`} lang={manner.value.language}>
          <h3>{section.heading}</h3>
          {section.sentences.map((sentence, i) => {
            const key = `${place} ${i}`;
            const shown = proof(told, sentence);
            // What only answers the question has nothing to show.
            if (!shown) return <p key={key} class="answer">{sentence.text}</p>;
            return (
              <div key={key}>
                <button
                  class="sentence"
                  aria-expanded={open === key}
                  onClick={() => {
                    setOpen(open === key ? null : key);
                    show(shown);
                  }}
                >
                  {sentence.text}
                </button>
                {open === key && <Grounds told={told} sentence={sentence} />}
              </div>
            );
          })}
        </section>
      ))}
    </>
  );
}

/** Why a sentence may be said. */
function Grounds({ told, sentence }: { told: Told; sentence: Sentence }) {
  const claims = claimsOf(told, sentence);
  if (claims.length === 0) return null;
  return (
    <ul class="grounds">
      {claims.map((claim, i) => (
        <li key={i}>
          {claim.text !== sentence.text && <b>{claim.text}</b>}
          {grounds(claim).map((ground, n) => (
            <small key={n}>{ground}</small>
          ))}
        </li>
      ))}
    </ul>
  );
}

/** Plays a line on the board, step by step, and then marks the squares. */
export function useShow(from: string, setEvidence: (evidence: Evidence) => void): (proof: Proof) => void {
  const timer = useRef<ReturnType<typeof setTimeout>>();
  useEffect(() => () => clearTimeout(timer.current), [from]);
  return ({ line, ply, squares }) => {
    clearTimeout(timer.current);
    const step = (at: string, done: number, last: string | null) => {
      const finished = done >= ply;
      const next = line[done];
      const rest = line.slice(done, done + 1).filter((m) => m !== '0000');
      setEvidence({
        fen: at,
        lastMove: last,
        squares: finished ? new Map(squares.map((s) => [s, 'key'])) : new Map(),
        arrows: finished ? rest.map((m) => ({ from: m.slice(0, 2), to: m.slice(2, 4), brush: 'blue' })) : [],
      });
      if (finished || next === undefined) return;
      timer.current = setTimeout(() => {
        const after = next === '0000' ? { fen: pass(at), uci: null } : play(at, next);
        if (after) step(after.fen, done + 1, after.uci);
      }, 650);
    };
    step(from, 0, null);
  };
}

/** The other side to move. */
function pass(fen: string): string {
  const fields = fen.split(' ');
  fields[1] = fields[1] === 'w' ? 'b' : 'w';
  fields[3] = '-';
  return fields.join(' ');
}

// The tutor's words. A click on a sentence shows what proves it.

import { useState } from 'preact/hooks';
import { claimsOf, grounds, proof } from '../../lib/evidence';
import type { Sentence, Told } from '../../lib/types';
import { Busy, Panel, Problem } from '../../ui/parts';
import { manner } from '../../ui/settings';
import { MannerBar } from './MannerBar';
import { enough, marks, NO_MARKS, prove, reading, study } from './store';
import { useTold } from './told';
import { t } from '../../lib/words';

interface Props {
  /** The position to explain. */
  fen: string;
  /** The move that led here and the position before it, if there is one. */
  before: { fen: string; uci: string; san: string } | null;
}

export function Explain({ fen, before }: Props) {
  const [ofMove, setOfMove] = useState(false);
  const subject = ofMove && before ? before : null;
  const from = subject?.fen ?? fen;
  const { shown, waiting, deeper, problem, place } = useTold(from, subject?.uci ?? null);
  return (
    <Panel title={subject ? t('Why {move}?', { move: subject.san }) : t('What is going on')} actions={before && <Subject san={before.san} ofMove={ofMove} choose={setOfMove} />}>
      <Problem text={problem} />
      {!shown && !problem && <Busy what={t('Looking ahead and weighing')} />}
      <div class="words" ref={place} aria-busy={!shown?.last}>
        {shown && <Sections told={shown.told} from={from} />}
      </div>
      {shown && (
        <p class="hint" role="status">
          {shown.last ? t('Analysed by {analyst}', { analyst: shown.told.analyst }) : waiting ? t('A deeper answer is ready.') : t('Looking deeper …')}
          {shown.told.remark ? ` (${shown.told.remark})` : ''}{' '}
          {waiting && (
            <button class="link" onClick={deeper}>
              {t('Show it')}
            </button>
          )}
        </p>
      )}
      <MannerBar />
    </Panel>
  );
}

function Subject({ san, ofMove, choose }: { san: string; ofMove: boolean; choose: (ofMove: boolean) => void }) {
  return (
    <div class="row switchrow" role="group" aria-label={t('What to explain')}>
      <button class="small" aria-pressed={!ofMove} onClick={() => choose(false)}>
        {t('The position')}
      </button>
      <button class="small" aria-pressed={ofMove} onClick={() => choose(true)}>
        {t('The move')} {san}
      </button>
    </div>
  );
}

/** Sections of sentences; those with a proof are buttons that put it on the board. */
export function Sections({ told, from }: { told: Told; from: string }) {
  return (
    <>
      {told.text.map((section, place) => (
        <section key={place} class={`told ${section.kind}`} lang={manner.value.language}>
          <h3>{section.heading}</h3>
          {section.sentences.map((sentence) => (
            <Said key={sentence.text} told={told} sentence={sentence} from={from} />
          ))}
        </section>
      ))}
    </>
  );
}

function Said({ told, sentence, from }: { told: Told; sentence: Sentence; from: string }) {
  const shown = proof(told, sentence);
  // What only answers the question has nothing to show.
  if (!shown) return <p class="answer">{sentence.text}</p>;
  const open = reading.value === sentence.text;
  const hint = (on: boolean) => {
    if (study.peek().line || reading.peek() !== null) return;
    const first = shown.line[0];
    const arrows = on && first && first !== '0000' ? [{ from: first.slice(0, 2), to: first.slice(2, 4), brush: 'blue' }] : [];
    marks.value = on ? { arrows, squares: new Map(shown.squares.map((s) => [s, 'key'])) } : NO_MARKS;
  };
  return (
    <div>
      <button
        class="sentence"
        aria-expanded={open}
        onClick={() => (open ? enough() : prove(from, sentence.text, shown))}
        onPointerEnter={(e) => e.pointerType === 'mouse' && hint(true)}
        onPointerLeave={(e) => e.pointerType === 'mouse' && hint(false)}
      >
        {sentence.text}
      </button>
      {open && <Grounds told={told} sentence={sentence} />}
    </div>
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

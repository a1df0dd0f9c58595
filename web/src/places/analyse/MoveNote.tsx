// The words of the current move, and what the reader adds to it.

import { useEffect, useState } from 'preact/hooks';
import { change as changeMove, promotable, promote, removable } from '../../lib/own';
import { changed, drop, tried, undo } from '../../lib/study';
import { glyphs, judgement, marks, node } from '../../lib/tree';
import { t } from '../../lib/words';
import { manner } from '../../ui/settings';
import { OwnMove } from './OwnMove';
import { match } from './match';
import { change, study } from './store';

const GLYPHS = [1, 2, 3, 4, 5, 6];
const JUDGED = { brilliant: 'Brilliant', good: 'A good move', interesting: 'Interesting', inaccuracy: 'An inaccuracy', mistake: 'A mistake', blunder: 'A blunder' };

export function MoveNote() {
  const { tree, at, past } = study.value;
  const here = node(tree, at);
  const [writing, setWriting] = useState(false);
  useEffect(() => setWriting(false), [at]);
  // Who plays is told nothing before he asks.
  const own = match.value === null ? tried(study.value) : null;
  const mark = judgement(marks(here));
  const number = `${Math.ceil(here.ply / 2)}${here.ply % 2 === 1 ? '.' : '…'}`;
  const set = (made: Parameters<typeof changeMove>[2]) => change((s) => changed(s, changeMove(s.tree, at, made)));
  const toggle = (nag: number) => set({ ownNags: here.ownNags.includes(nag) ? [] : [nag] });
  if (at === 0 && !here.comment && !here.note && past.length === 0) return null;
  return (
    <section class="panel movenote" aria-label={t('The current move')}>
      {at !== 0 && (
        <header>
          <h2>
            {number}
            {here.san}
            {glyphs(marks(here))} {mark && <small class={`judged ${mark}`}>{t(JUDGED[mark])}</small>}
          </h2>
        </header>
      )}
      {own && <OwnMove key={`${own.fen} ${own.uci}`} {...own} />}
      {here.comment && (
        <p class="comment" lang={manner.value.language}>
          {here.comment}
        </p>
      )}
      {writing ? (
        <NoteField text={here.note} keep={(note) => (set({ note }), setWriting(false))} />
      ) : (
        here.note && <p class="note">{here.note}</p>
      )}
      <div class="row edit" role="group" aria-label={t('Your own notes')}>
        {!writing && (
          <button class="small quiet" onClick={() => setWriting(true)}>
            ✎ {here.note ? t('Change the note') : t('Note')}
          </button>
        )}
        {at !== 0 &&
          GLYPHS.map((nag) => (
            <button key={nag} class="small quiet" aria-pressed={here.ownNags.includes(nag)} aria-label={t('Mark with {glyph}', { glyph: glyphs([nag]) })} onClick={() => toggle(nag)}>
              {glyphs([nag])}
            </button>
          ))}
        {promotable(tree, at) && (
          <button class="small quiet" onClick={() => change((s) => changed(s, promote(s.tree, at)))}>
            ▲ {t('Move up')}
          </button>
        )}
        {at !== 0 && removable(tree, at) && (
          <button class="small quiet" onClick={() => change((s) => drop(s, at))}>
            ✕ {t('Delete from here')}
          </button>
        )}
        {past.length > 0 && (
          <button class="small quiet" onClick={() => change(undo)} aria-keyshortcuts="Control+Z">
            ↶ {t('Undo')}
          </button>
        )}
      </div>
    </section>
  );
}

function NoteField({ text, keep }: { text: string; keep: (text: string) => void }) {
  const [now, setNow] = useState(text);
  return (
    <form
      class="stack"
      onSubmit={(event) => {
        event.preventDefault();
        keep(now.trim());
      }}
    >
      <label class="stack">
        <span class="sr-only">{t('Your note')}</span>
        <textarea
          rows={3}
          value={now}
          autoFocus
          placeholder={t('What you think about this move')}
          onInput={(e) => setNow(e.currentTarget.value)}
          onKeyDown={(e) => {
            if (e.key === 'Escape') keep(text);
            if (e.key === 'Enter' && (e.ctrlKey || e.metaKey)) keep(now.trim());
          }}
        />
      </label>
      <div class="row">
        <button class="primary" type="submit">
          {t('Keep')}
        </button>
        <button type="button" onClick={() => keep(text)}>
          {t('Cancel')}
        </button>
      </div>
    </form>
  );
}

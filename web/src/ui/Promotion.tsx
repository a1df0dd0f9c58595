// What a pawn becomes.

import { useLayoutEffect, useRef } from 'preact/hooks';
import { t } from '../lib/words';

export function Promotion({ choose, refuse }: { choose: (piece: string) => void; refuse: () => void }) {
  const first = useRef<HTMLButtonElement>(null);
  const latest = useRef(refuse);
  latest.current = refuse;
  // Before the dialog is seen: a key pressed the moment it appears must reach it, wherever the focus was.
  useLayoutEffect(() => {
    first.current?.focus();
    const escape = (event: KeyboardEvent) => {
      if (event.key !== 'Escape') return;
      event.stopPropagation();
      latest.current();
    };
    window.addEventListener('keydown', escape, true);
    return () => window.removeEventListener('keydown', escape, true);
  }, []);
  return (
    <div
      class="promotion"
      role="dialog"
      aria-label={t('Promote to')}
      onKeyDown={(event) => event.stopPropagation()}
    >
      {(['q', 'r', 'b', 'n'] as const).map((piece, i) => (
        <button key={piece} ref={i === 0 ? first : null} onClick={() => choose(piece)}>
          {t({ q: 'Queen', r: 'Rook', b: 'Bishop', n: 'Knight' }[piece])}
        </button>
      ))}
      <button class="quiet" onClick={refuse}>
        {t('Cancel')}
      </button>
    </div>
  );
}

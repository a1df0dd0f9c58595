// Games come in: pasted, chosen or dropped; a position opens on the board.

import { signal } from '@preact/signals';
import { useRef, useState } from 'preact/hooks';
import { aborted, say } from '../../lib/api';
import { position } from '../../lib/chess';
import { importText, textOf, type Imported } from '../../lib/importing';
import { newTree } from '../../lib/tree';
import { t } from '../../lib/words';
import { Problem, thousands } from '../../ui/parts';
import { openGame } from './keeping';
import { arrived, openFree } from './store';

interface Coming {
  /** Part of the file that has been read. */
  part: number | null;
  result: Imported | null;
  problem: string | null;
  stop: AbortController | null;
}

const IDLE: Coming = { part: null, result: null, problem: null, stop: null };

/** The import that is under way, or the last one; one for the page, so that it goes on in every tab. */
export const coming = signal<Coming>(IDLE);

export const EXAMPLE = `[Event "Paris"]
[Date "1858.??.??"]
[White "Morphy"]
[Black "Duke of Brunswick and Count Isouard"]
[Result "1-0"]

1. e4 e5 2. Nf3 d6 3. d4 Bg4 4. dxe5 Bxf3 5. Qxf3 dxe5 6. Bc4 Nf6 7. Qb3 Qe7 8. Nc3 c6 9. Bg5 b5 10. Nxb5 cxb5 11. Bxb5+ Nbd7 12. O-O-O Rd8 13. Rxd7 Rxd7 14. Rd1 Qe6 15. Bxd7+ Nxd7 16. Qb8+ Nxb8 17. Rd8# 1-0
`;

/** Takes a text or a file. True if all of it could be read. */
export async function takeIn(source: string | File): Promise<boolean> {
  if (typeof source === 'string' && typeof position(source) !== 'string') {
    openFree(newTree(source.trim()));
    coming.value = IDLE;
    return true;
  }
  const stop = new AbortController();
  const size = typeof source === 'string' ? 0 : source.size;
  let read = 0;
  coming.value = { ...IDLE, part: 0, stop };
  const chunks = typeof source === 'string' ? [source] : textOf(source, (bytes) => (read += bytes));
  try {
    const tell = (result: Imported) => {
      coming.value = { ...coming.value, result, part: size ? read / size : 1 };
    };
    const result = await importText(chunks, tell, stop.signal);
    coming.value = { ...IDLE, result };
    arrived.value += 1;
    const [first] = result.games;
    if (first && result.count === 1) await openGame(first.id);
    return result.problems.length === 0;
  } catch (error) {
    arrived.value += 1;
    coming.value = { ...IDLE, result: coming.value.result, problem: aborted(error) ? null : say(error) };
    return false;
  }
}

export function Import({ inviting = false }: { inviting?: boolean }) {
  const [pgn, setPgn] = useState('');
  const file = useRef<HTMLInputElement>(null);
  const busy = coming.value.part !== null;
  return (
    <>
      <form
        class="stack drop"
        onSubmit={(event) => {
          event.preventDefault();
          // What had faults stays in the box: the messages name its lines.
          void takeIn(pgn).then((clean) => clean && setPgn(''));
        }}
      >
        <label class="stack">
          {inviting ? <span class="sr-only">{t('Your game')}</span> : t('Paste games (PGN), or drop a file anywhere')}
          <textarea
            rows={inviting ? 2 : 4}
            value={pgn}
            spellcheck={false}
            placeholder={t('1. e4 e5 2. Nf3 … or a position (FEN)')}
            onInput={(e) => setPgn(e.currentTarget.value)}
          />
        </label>
        <div class="row">
          <button class="primary" type="submit" disabled={busy || pgn.trim() === ''}>
            {inviting ? t('Look at my game') : t('Add')}
          </button>
          <button type="button" disabled={busy} onClick={() => file.current?.click()}>
            {t('Choose a file')}
          </button>
          {!inviting && (
            <button type="button" disabled={busy} onClick={() => takeIn(EXAMPLE)}>
              {t('An example game')}
            </button>
          )}
          <input
            ref={file}
            class="sr-only"
            type="file"
            accept=".pgn,.txt,.gz"
            tabIndex={-1}
            aria-label={t('PGN file')}
            onChange={(e) => {
              const [first] = e.currentTarget.files ?? [];
              if (first) void takeIn(first);
              e.currentTarget.value = '';
            }}
          />
        </div>
      </form>
      <Progress />
    </>
  );
}

function Progress() {
  const { part, result, problem, stop } = coming.value;
  return (
    <>
      {part !== null && (
        <div class="row" role="status">
          <progress value={part} max={1} aria-label={t('Games come in')} />
          {result ? t('Games: {n}', { n: thousands(result.count) }) : t('Reading')}
          <button class="small" onClick={() => stop?.abort()}>
            {t('Stop')}
          </button>
        </div>
      )}
      <Problem text={problem} />
      {part === null && result && (
        <p role="status">
          {result.fresh === result.count
            ? t('Added to the library: {n}.', { n: thousands(result.count) })
            : t('Added to the library: {n}; there already: {old}.', { n: thousands(result.fresh), old: thousands(result.count - result.fresh) })}
        </p>
      )}
      {result && result.problems.length > 0 && (
        <ul class="problem plain">
          {result.problems.slice(0, 8).map((p, i) => (
            <li key={i}>
              {t('Line')} {p.line}: {p.text}
            </li>
          ))}
          {result.problems.length > 8 && (
            <li>
              {t('and')} {result.problems.length - 8} {t('more')}
            </li>
          )}
          <li>{t('Games with a fault are kept up to it.')}</li>
        </ul>
      )}
    </>
  );
}

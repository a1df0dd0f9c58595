// The library of games: import, find, open, forget.

import { useCallback, useEffect, useRef, useState } from 'preact/hooks';
import { ask, comeback, say } from '../../lib/api';
import type { GameEntry } from '../../lib/types';
import { Panel, Problem } from '../../ui/parts';
import { t } from '../../lib/words';

interface Props {
  open: (id: number) => void;
  current: number | null;
  /** Counts games that came in otherwise. */
  arrived: number;
}

export interface Imported {
  games: GameEntry[];
  problems: { line: number; text: string }[];
}

const EXAMPLE = `[Event "Paris"]
[Date "1858.??.??"]
[White "Morphy"]
[Black "Duke of Brunswick and Count Isouard"]
[Result "1-0"]

1. e4 e5 2. Nf3 d6 3. d4 Bg4 4. dxe5 Bxf3 5. Qxf3 dxe5 6. Bc4 Nf6 7. Qb3 Qe7 8. Nc3 c6 9. Bg5 b5 10. Nxb5 cxb5 11. Bxb5+ Nbd7 12. O-O-O Rd8 13. Rxd7 Rxd7 14. Rd1 Qe6 15. Bxd7+ Nxd7 16. Qb8+ Nxb8 17. Rd8# 1-0
`;

/** Puts games into the library. */
export function importGames(pgn: string): Promise<Imported> {
  return ask<Imported>('/api/games', { method: 'POST', body: { pgn } });
}

export function Games({ open, current, arrived }: Props) {
  const [text, setText] = useState('');
  const [games, setGames] = useState<GameEntry[]>([]);
  const [count, setCount] = useState(0);
  const [problem, setProblem] = useState<string | null>(null);
  const look = useCallback(async () => {
    try {
      const found = await ask<{ count: number; games: GameEntry[] }>(`/api/games?text=${encodeURIComponent(text)}`);
      setGames(found.games);
      setCount(found.count);
    } catch (error) {
      setProblem(say(error));
    }
  }, [text]);
  useEffect(() => {
    const timer = setTimeout(look, 200);
    return () => clearTimeout(timer);
  }, [text, comeback.value, arrived]);
  const forget = async (game: GameEntry) => {
    if (!confirm(`Forget ${game.white} – ${game.black}, its comments and its drills?`)) return;
    try {
      await ask(`/api/games/${game.id}`, { method: 'DELETE' });
      await look();
    } catch (error) {
      setProblem(say(error));
    }
  };
  return (
    <>
      <Import
        done={(imported) => {
          void look();
          const only = imported.games.length === 1 ? imported.games[0] : undefined;
          if (only) open(only.id);
        }}
      />
      <Panel title={t('Games ({n})', { n: count })}>
        <Problem text={problem} />
        {count === 0 ? (
          <p class="hint">{t('Your games are kept here, with the tutor\'s comments. Add one above.')}</p>
        ) : (
          <label class="stack">
            {t('Find a player, event or opening')}
            <input type="search" value={text} onInput={(e) => setText(e.currentTarget.value)} />
          </label>
        )}
        {count > 0 && games.length === 0 && <p class="hint">{t('No game fits.')}</p>}
        <ul class="plain games">
          {games.map((g) => (
            <li key={g.id}>
              <button class="joblink" aria-current={g.id === current ? 'true' : undefined} onClick={() => open(g.id)}>
                <b>
                  {g.white || '?'} – {g.black || '?'}
                </b>{' '}
                {g.result}
                <small>
                  {[g.event, g.date, g.opening].filter((t) => t && t !== '?').join(' · ')}
                  {g.annotated && ' · commented'}
                </small>
              </button>
              <button class="small" onClick={() => forget(g)} aria-label={`Forget ${g.white} – ${g.black}`}>
                ✕
              </button>
            </li>
          ))}
        </ul>
      </Panel>
    </>
  );
}

function Import({ done }: { done: (imported: Imported) => void }) {
  const [pgn, setPgn] = useState('');
  const [result, setResult] = useState<Imported | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const file = useRef<HTMLInputElement>(null);
  const send = async (text: string) => {
    setProblem(null);
    setResult(null);
    try {
      const imported = await importGames(text);
      setResult(imported);
      setPgn('');
      done(imported);
    } catch (error) {
      setProblem(say(error));
    }
  };
  const take = async (files: FileList | null | undefined) => {
    const first = files?.[0];
    if (!first) return;
    if (first.size > 4_000_000) setProblem('This file is larger than 4 MB: take a part of it.');
    else await send(await first.text());
  };
  return (
    <Panel title={t('Add games')}>
      <form
        class="stack drop"
        onSubmit={(event) => {
          event.preventDefault();
          void send(pgn);
        }}
      >
        <label class="stack">
          {t('Paste games (PGN), or drop a file anywhere')}
          <textarea rows={4} value={pgn} spellcheck={false} onInput={(e) => setPgn(e.currentTarget.value)} />
        </label>
        <div class="row">
          <button class="primary" type="submit" disabled={pgn.trim() === ''}>
            {t('Add')}
          </button>
          <button type="button" onClick={() => file.current?.click()}>
            {t('Choose a file')}
          </button>
          <button type="button" onClick={() => send(EXAMPLE)}>
            {t('An example game')}
          </button>
          <input ref={file} class="sr-only" type="file" accept=".pgn,.txt" tabIndex={-1} aria-label={t('PGN file')} onChange={(e) => take(e.currentTarget.files)} />
        </div>
      </form>
      <Problem text={problem} />
      {result && (
        <p role="status">
          {result.games.length} {result.games.length === 1 ? 'game' : 'games'} {t('in the library.')}
        </p>
      )}
      {result && result.problems.length > 0 && (
        <ul class="problem plain">
          {result.problems.slice(0, 8).map((p, i) => (
            <li key={i}>
              {t('Line')} {p.line}: {p.text}
            </li>
          ))}
          {result.problems.length > 8 && <li>{t('and')} {result.problems.length - 8} {t('more')}</li>}
        </ul>
      )}
    </Panel>
  );
}

// The library of games: import, find, open, forget.

import { useCallback, useEffect, useState } from 'preact/hooks';
import { ask, comeback, say } from '../../lib/api';
import type { GameEntry } from '../../lib/types';
import { Panel, Problem } from '../../ui/parts';

interface Props {
  open: (id: number) => void;
  current: number | null;
}

export function Games({ open, current }: Props) {
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
  }, [text, comeback.value]);
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
    <Panel title={`Games (${count})`}>
      <Problem text={problem} />
      <label class="stack">
        Find a player, event or opening
        <input value={text} onInput={(e) => setText(e.currentTarget.value)} />
      </label>
      <ul class="plain games">
        {games.map((g) => (
          <li key={g.id}>
            <button class="joblink" aria-current={g.id === current ? 'true' : undefined} onClick={() => open(g.id)}>
              <b>
                {g.white} – {g.black}
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
  );
}

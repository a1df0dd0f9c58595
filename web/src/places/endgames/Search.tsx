// Positions by value, depth, zugzwang and squares.

import { useEffect, useState } from 'preact/hooks';
import { ask, say } from '../../lib/api';
import type { Endgame, Found } from '../../lib/types';
import { MiniBoard } from '../../ui/MiniBoard';
import { Busy, Panel, Problem, thousands } from '../../ui/parts';
import { canonical, EndgameSelect } from './Statistics';
import { t } from '../../lib/words';

const READY = [
  { name: 'Mutual zugzwangs', filter: 'zugzwang wtm' },
  { name: 'Longest wins', filter: 'wtm win longest' },
  { name: 'Drawn, Black to move', filter: 'btm draw' },
  { name: 'Won in 10 moves or more', filter: 'wtm win dtm>=10m' },
];

export function Search({ endgames, material, show }: { endgames: Endgame[]; material: string | null; show: (fen: string) => void }) {
  const [name, setName] = useState('');
  const [filter, setFilter] = useState('zugzwang wtm');
  const [found, setFound] = useState<Found | null>(null);
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  useEffect(() => {
    setName((old) => old || canonical(endgames, material) || 'KPK');
  }, [endgames, material]);
  const look = async (words: string) => {
    setFilter(words);
    setBusy(true);
    setProblem(null);
    try {
      setFound(await ask<Found>(`/api/tables/${name}/find?limit=12&filter=${encodeURIComponent(words)}`));
    } catch (error) {
      setFound(null);
      setProblem(say(error));
    } finally {
      setBusy(false);
    }
  };
  return (
    <Panel title={t('Find positions')} actions={<EndgameSelect endgames={endgames} value={name} onChange={setName} />}>
      <form
        class="row"
        onSubmit={(event) => {
          event.preventDefault();
          void look(filter);
        }}
      >
        <label class="grow">
          <span class="sr-only">{t('Filter')}</span>
          <input value={filter} spellcheck={false} onInput={(e) => setFilter(e.currentTarget.value)} />
        </label>
        <button class="primary" type="submit">
          {t('Find')}
        </button>
      </form>
      <p class="row">
        {READY.map((r) => (
          <button key={r.filter} class="small" onClick={() => look(r.filter)}>
            {t(r.name)}
          </button>
        ))}
      </p>
      <p class="hint">
        {t('Words that must all hold:')} <code>wtm btm win draw loss zugzwang longest</code>{t(', depths')} <code>dtm&gt;=20</code> {t('(plies) or')} <code>dtc=7m</code> {t('(moves), squares')}{' '}
        <code>K=e4 k=a* P=*7</code>.
      </p>
      <Problem text={problem} />
      {busy && <Busy what={t('Searching the whole table')} />}
      {found && (
        <>
          <p role="status">{thousands(found.count)} {t('positions')}</p>
          <ul class="boards">
            {found.positions.map((p) => (
              <li key={p.fen}>
                <button onClick={() => show(p.fen)}>
                  <MiniBoard fen={p.fen} label={t(p.wdl)} />
                  <span>
                    {t(p.wdl)}
                    {p.dtm_plies !== null && `, ${t('mate in {n}', { n: Math.ceil(p.dtm_plies / 2) })}`}
                  </span>
                </button>
              </li>
            ))}
          </ul>
        </>
      )}
    </Panel>
  );
}

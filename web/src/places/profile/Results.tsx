// Results by colour, strength, opening and phase.

import { percent } from '../../lib/profile';
import { follow } from '../../lib/route';
import type { ResultTable } from '../../lib/types';
import { t } from '../../lib/words';
import { Panel } from '../../ui/parts';

/** Games that are named in a row. */
const NAMED = 40;

export function ResultTables({ tables }: { tables: ResultTable[] }) {
  return (
    <Panel title={t('Results')}>
      <div class="resulttables">
        {tables.map((table) => (
          <One key={table.title} table={table} />
        ))}
      </div>
    </Panel>
  );
}

function One({ table: { title, rows } }: { table: ResultTable }) {
  return (
    <div class="scroll">
      <table>
        <caption>{title}</caption>
        <thead>
          <tr>
            <th scope="col">
              <span class="sr-only">{title}</span>
            </th>
            <th scope="col" class="num">
              {t('games')}
            </th>
            <th scope="col" class="num">
              {t('points')}
            </th>
            <th scope="col" class="num">
              {t('ratings promise')}
            </th>
            <th scope="col" class="num">
              {t('accuracy')}
            </th>
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row.name}>
              <th scope="row">
                <details class="which">
                  <summary>{row.name}</summary>
                  {row.games.slice(0, NAMED).map((game) => (
                    <a key={game} href={`/analyse?game=${game}`} onClick={follow}>
                      {t('game {n}', { n: game })}
                    </a>
                  ))}
                </details>
              </th>
              <td class="num">{row.games.length}</td>
              <td class="num">
                {percent(row.points)} <small>± {Math.round(100 * row.within)}</small>
              </td>
              <td class="num">{percent(row.promised)}</td>
              <td class="num">{row.accuracy === null ? '–' : Math.round(row.accuracy)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

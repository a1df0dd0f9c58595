// What a reader wishes of a list of games.

import { useEffect, useState } from 'preact/hooks';
import { ask, comeback } from '../../lib/api';
import { ALL, behind, type Wanted } from '../../lib/filters';
import { themeWords } from '../../lib/themes';
import type { Facets } from '../../lib/types';
import { t } from '../../lib/words';
import { arrived } from './store';

const RESULTS: [string, string][] = [
  ['', 'any result'],
  ['1-0', '1-0'],
  ['0-1', '0-1'],
  ['1/2-1/2', '½-½'],
];
const OF_PLAYER: [string, string][] = [
  ['won', 'the player won'],
  ['lost', 'the player lost'],
];
const ORDERS: [string, string][] = [
  ['added', 'newest first'],
  ['date', 'by date'],
  ['white', 'by White'],
  ['black', 'by Black'],
  ['opening', 'by opening'],
  ['moves', 'longest first'],
  ['rating', 'strongest first'],
];
const COMMENTED: [string, string][] = [
  ['', 'any'],
  ['true', 'with comments'],
  ['false', 'without comments'],
];
const SIDES: [string, string][] = [
  ['', 'either side'],
  ['white', 'with White'],
  ['black', 'with Black'],
];
const ENDINGS: Record<string, string> = {
  pawn: 'pawn endings',
  knight: 'knight endings',
  bishop: 'bishop endings',
  'opposite-bishops': 'bishops of opposite colours',
  'bishop-knight': 'bishop against knight',
  minor: 'several minor pieces',
  rook: 'rook endings',
  'rook-minor': 'rook and minor piece',
  queen: 'queen endings',
};

const NOTHING: Facets = { endings: [], themes: [], players: [] };

/** What there is to find: endings, motifs, players. */
export function useFacets(again: unknown): Facets {
  const [facets, setFacets] = useState<Facets>(NOTHING);
  useEffect(() => {
    let here = true;
    ask<Facets>('/api/library/facets').then((found) => here && setFacets(found)).catch(() => undefined);
    return () => {
      here = false;
    };
  }, [again, comeback.value, arrived.value]);
  return facets;
}

interface Props {
  wanted: Wanted;
  want: (part: Partial<Wanted>) => void;
  facets: Facets;
}

export function Filters({ wanted, want, facets }: Props) {
  const hidden = behind(wanted);
  const [open, setOpen] = useState(hidden > 0);
  const results = wanted.player.trim() ? [...RESULTS, ...OF_PLAYER] : RESULTS;
  return (
    <>
      <div class="filters">
        <label class="stack wide">
          {t('Find players, events, openings, years, results')}
          <input type="search" value={wanted.text} onInput={(e) => want({ text: e.currentTarget.value })} />
        </label>
        <Choice label={t('Result')} value={wanted.result} values={results} set={(result) => want({ result })} />
        <Choice label={t('Comments')} value={wanted.annotated} values={COMMENTED} set={(annotated) => want({ annotated })} />
        <Choice label={t('Order')} value={wanted.order} values={ORDERS} set={(order) => want({ order })} />
      </div>
      <details class="behind" open={open} onToggle={(e) => setOpen(e.currentTarget.open)}>
        <summary>{hidden > 0 ? t('More wishes ({n})', { n: hidden }) : t('More wishes')}</summary>
        <Who wanted={wanted} want={want} facets={facets} />
        <div class="filters">
          <Typed label={t('Opening code')} value={wanted.eco} hint="B90" set={(eco) => want({ eco })} />
          <Typed label={t('From year or day')} value={wanted.from} hint="2019" set={(from) => want({ from })} />
          <Typed label={t('To year or day')} value={wanted.to} hint="2024" set={(to) => want({ to })} />
          <Typed label={t('Rating from')} value={wanted.ratingFrom} hint="1600" set={(ratingFrom) => want({ ratingFrom })} />
          <Typed label={t('Rating to')} value={wanted.ratingTo} hint="2000" set={(ratingTo) => want({ ratingTo })} />
          <Choice
            label={t('Ending')}
            value={wanted.ending}
            values={[['', 'any'], ...facets.endings.map((e): [string, string, number] => [e.name, ENDINGS[e.name] ?? e.name, e.games])]}
            set={(ending) => want({ ending })}
          />
          <Choice
            label={t('Motif or concept')}
            value={wanted.theme}
            values={[['', 'any'], ...facets.themes.map((e): [string, string, number] => [e.name, themeWords(e.name), e.games])]}
            set={(theme) => want({ theme })}
          />
        </div>
        {wanted.fen && <p class="hint">{t('Only games that went through the position on the board when you asked.')}</p>}
        {hidden > 0 && (
          <button class="small" onClick={() => want({ ...ALL, text: wanted.text, order: wanted.order })}>
            {t('Forget these wishes')}
          </button>
        )}
      </details>
    </>
  );
}

/** A player, and the side he had. */
export function Who({ wanted, want, facets }: { wanted: Pick<Wanted, 'player' | 'side'>; want: (part: Partial<Wanted>) => void; facets: Facets }) {
  return (
    <div class="filters">
      <label class="choice">
        {t('Player')}
        <input list="players" value={wanted.player} placeholder={facets.players[0]?.name ?? ''} onInput={(e) => want({ player: e.currentTarget.value })} />
        <datalist id="players">
          {facets.players.map(({ name }) => (
            <option key={name} value={name} />
          ))}
        </datalist>
      </label>
      <Choice label={t('Side')} value={wanted.side} values={SIDES} set={(side) => want({ side: side as Wanted['side'] })} />
    </div>
  );
}

function Typed({ label, value, hint, set }: { label: string; value: string; hint: string; set: (value: string) => void }) {
  return (
    <label class="choice">
      {label}
      <input value={value} placeholder={hint} spellcheck={false} onInput={(e) => set(e.currentTarget.value)} />
    </label>
  );
}

/** Values with what they are called in English, and how many games have them. */
function Choice({ label, value, values, set }: { label: string; value: string; values: ([string, string] | [string, string, number])[]; set: (value: string) => void }) {
  return (
    <label class="choice">
      {label}
      <select value={value} onChange={(e) => set(e.currentTarget.value)}>
        {values.map(([id, name, games]) => (
          <option key={id} value={id}>
            {t(name)}
            {games === undefined ? '' : ` (${games})`}
          </option>
        ))}
      </select>
    </label>
  );
}

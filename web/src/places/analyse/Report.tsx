// How a game went: accuracy, judgements and phases of both sides, and the moments that decided it.

import { useEffect, useState } from 'preact/hooks';
import { readCard, turns, type Card, type Moment } from '../../lib/card';
import { goTo } from '../../lib/study';
import { mainLine } from '../../lib/tree';
import { t } from '../../lib/words';
import { Panel } from '../../ui/parts';
import { manner } from '../../ui/settings';
import { change, study } from './store';

const percent = (value: number | null | undefined) => (value === null || value === undefined ? '–' : `${Math.round(value)} %`);

export function Report({ game }: { game: number }) {
  const [card, setCard] = useState<Card | null>(null);
  const { annotated, tree } = study.value;
  useEffect(() => {
    let here = true;
    readCard(game)
      .then((found) => here && setCard(found))
      .catch(() => here && setCard(null));
    return () => {
      here = false;
    };
    // A new annotation comes with a new tree.
  }, [game, annotated, tree.nodes.length]);
  if (!card?.white || !card.black) return null;
  const { white, black } = card;
  const rows: [string, string | number, string | number][] = [
    [t('Accuracy'), percent(white.accuracy), percent(black.accuracy)],
    [t('Inaccuracies'), white.inaccuracies, black.inaccuracies],
    [t('Mistakes'), white.mistakes, black.mistakes],
    [t('Blunders'), white.blunders, black.blunders],
    ...(['opening', 'middlegame', 'endgame'] as const).flatMap((phase): [string, string, string][] => {
      const [w, b] = [white.phases[phase], black.phases[phase]];
      return w === undefined && b === undefined ? [] : [[t(`Accuracy, ${phase}`), percent(w), percent(b)]];
    }),
  ];
  return (
    <Panel title={t('How the game went')}>
      {card.opening && (
        <p class="hint">
          {card.opening.eco} {card.opening.name}
        </p>
      )}
      <table class="report">
        <thead>
          <tr>
            <th scope="col">
              <span class="sr-only">{t('What is counted')}</span>
            </th>
            <th scope="col" class="num">
              {t('White')}
            </th>
            <th scope="col" class="num">
              {t('Black')}
            </th>
          </tr>
        </thead>
        <tbody>
          {rows.map(([name, w, b]) => (
            <tr key={name}>
              <th scope="row">{name}</th>
              <td class="num">{w}</td>
              <td class="num">{b}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <Moments title={t('Turning points')} list={turns(card, tree)} />
      <Moments title={t('Lessons')} list={card.lessons ?? []} />
    </Panel>
  );
}

/** Moments of the game; a click goes to the move. */
export function Moments({ title, list }: { title: string; list: Moment[] }) {
  if (list.length === 0) return null;
  const { tree, at } = study.value;
  const moves = mainLine(tree);
  return (
    <>
      <h3>{title}</h3>
      {list.map(({ ply, text }, i) => {
        const id = moves[ply]?.id ?? 0;
        return (
          <button key={i} class="sentence" aria-pressed={at === id} onClick={() => change((s) => goTo(s, id))} lang={manner.value.language}>
            {text}
          </button>
        );
      })}
    </>
  );
}

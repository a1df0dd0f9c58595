// Playing against somebody, from any position, at a rating.

import { signal } from '@preact/signals';
import { useEffect, useState } from 'preact/hooks';
import { ask, say } from '../../lib/api';
import { turn } from '../../lib/chess';
import { take } from '../../lib/jobs';
import { ending, enginesTurn, HUMAN, likeMe, question, STRONGEST, WEAKEST, written, yourLast, type Ending, type Match } from '../../lib/playing';
import { ratingName, usual } from '../../lib/rating';
import { drop, playMove } from '../../lib/study';
import { newTree, node } from '../../lib/tree';
import type { Explanation, Job } from '../../lib/types';
import { t } from '../../lib/words';
import { Busy, Panel, Problem } from '../../ui/parts';
import { manner } from '../../ui/settings';
import { Sections } from './Explain';
import { takeIn } from './Import';
import { match } from './match';
import { change, flipped, openFree, sample, study } from './store';

const trouble = signal<string | null>(null);

/** Answers for the engine, wherever on the page we are. */
export function useOpponent(): void {
  const { tree, at, line } = study.value;
  const playing = match.value;
  useEffect(() => {
    if (!playing || line || !enginesTurn(tree, at, playing)) return;
    const stop = new AbortController();
    ask<{ move: string | null }>('/api/opponent', { method: 'POST', body: question(tree, at, playing), signal: stop.signal })
      .then(({ move }) => move && change((s) => (s.at === at ? playMove(s, move) : s)))
      .catch((error) => stop.signal.aborted || (trouble.value = say(error)));
    return () => stop.abort();
  }, [playing, tree, at, line]);
}

export function Play() {
  const playing = match.value;
  return (
    <Panel title={t('Play')}>
      <Problem text={trouble.value} />
      {playing ? <Running playing={playing} /> : <Begin />}
    </Panel>
  );
}

const STRENGTHS: [number, string][] = [
  [800, 'a beginner'],
  [1200, 'a casual player'],
  [1600, 'a club player'],
  [2000, 'a strong club player'],
  [2400, 'a master'],
];

function Begin() {
  const [you, setYou] = useState<'white' | 'black'>(() => turn(node(study.peek().tree, study.peek().at).fen));
  const [{ elo, scale }, setWho] = useState(() => likeMe(manner.peek().rating ?? usual.peek() ?? ''));
  const words = STRENGTHS.findLast(([least]) => elo >= least)?.[1] ?? '';
  const start = (fen?: string) => {
    trouble.value = null;
    openFree(newTree(fen));
    flipped.value = you === 'black';
    match.value = { you, elo, scale, seed: Math.floor(Math.random() * 1e9), resigned: false };
  };
  return (
    <form class="stack" onSubmit={(event) => event.preventDefault()}>
      <div class="row" role="radiogroup" aria-label={t('You play')}>
        {t('You play')}
        {(['white', 'black'] as const).map((side) => (
          <label key={side} class="inline">
            <input type="radio" name="you" checked={you === side} onChange={() => setYou(side)} /> {side === 'white' ? t('White') : t('Black')}
          </label>
        ))}
      </div>
      <label class="stack">
        <span>
          {t('Against a rating of')} <b>{ratingName({ number: elo, scale })}</b> <small>({t(words)})</small>
        </span>
        <input type="range" min={WEAKEST} max={STRONGEST} step={100} value={elo} onInput={(e) => setWho({ elo: Number(e.currentTarget.value), scale })} />
      </label>
      <div class="row">
        <button type="button" class="primary" onClick={() => start()}>
          {t('New game')}
        </button>
        <button type="button" onClick={() => start(node(study.peek().tree, study.peek().at).fen)}>
          {t('From this position')}
        </button>
      </div>
      <p class="hint">{elo > HUMAN ? t('An engine that is held back.') : t('Plays what people of this rating play, as often as they do.')}</p>
      <p class="hint">{t('Moves can be taken back; the tutor says what was wrong with them. Afterwards the game is kept and commented on.')}</p>
    </form>
  );
}

interface TakenBack {
  san: string;
  told: Explanation | null;
  fen: string;
}

function Running({ playing }: { playing: Match }) {
  const { tree, at } = study.value;
  const [back, setBack] = useState<TakenBack | null>(null);
  const end = ending(tree, at, playing);
  const mine = yourLast(tree, at, playing);
  const takeBack = async () => {
    if (mine === null) return;
    const { san, uci, parent } = node(tree, mine);
    const { fen } = node(tree, parent ?? 0);
    change((s) => drop(s, mine));
    setBack({ san, told: null, fen });
    try {
      const told = await ask<Explanation>('/api/explain', { method: 'POST', body: { fen, move: uci, ...manner.value, effort: 'quick' } });
      setBack({ san, told, fen });
    } catch (error) {
      trouble.value = say(error);
    }
  };
  return (
    <>
      <p class="task" role="status">
        {end ? <Told end={end} you={playing.you} /> : enginesTurn(tree, at, playing) ? t('Philidor thinks …') : t('Your move.')}
      </p>
      <div class="row">
        <button onClick={takeBack} disabled={mine === null || playing.resigned}>
          {t('Take back')}
        </button>
        {!end && <button onClick={() => (match.value = { ...playing, resigned: true })}>{t('Give up')}</button>}
        <button class={end ? 'primary' : ''} onClick={() => finish(playing, end)}>
          {end ? t('Comment on this game') : t('Stop and comment')}
        </button>
        <button class="quiet" onClick={() => (match.value = null)}>
          {t('Stop playing')}
        </button>
      </div>
      {back && (
        <section aria-label={t('Taken back')}>
          <h3>{t('{move} was taken back', { move: back.san })}</h3>
          {back.told ? <Sections told={back.told} from={back.fen} /> : <Busy what={t('Thinking')} />}
        </section>
      )}
    </>
  );
}

const REASONS: Record<Ending['why'], string> = {
  mate: 'Checkmate',
  stalemate: 'Stalemate',
  material: 'Too little material to mate',
  repetition: 'The position came three times',
  fifty: 'Fifty moves without progress',
  resigned: 'You gave up',
};

function Told({ end, you }: { end: Ending; you: 'white' | 'black' }) {
  const mine = end.result === '1/2-1/2' ? 'a draw' : (end.result === '1-0') === (you === 'white') ? 'you won' : 'you lost';
  return (
    <>
      {t(REASONS[end.why])}: {t(mine)}
      {mine === 'you won' && <span aria-hidden="true"> 🎉</span>}
    </>
  );
}

/** Keeps the game and lets the tutor comment on it. */
async function finish(playing: Match, end: Ending | null): Promise<void> {
  match.value = null;
  const { tree } = study.value;
  if (tree.nodes.length < 2) return;
  const today = new Date();
  const date = [today.getFullYear(), today.getMonth() + 1, today.getDate()].map((n) => String(n).padStart(2, '0')).join('.');
  await takeIn(written(tree, playing, end, date, { you: t('You'), engine: 'Philidor' }));
  const { game } = study.value;
  if (game === null || sample.value) return;
  try {
    take(await ask<Job>(`/api/games/${game}/annotate`, { method: 'POST', body: { ...manner.value, side: playing.you } }));
  } catch (error) {
    trouble.value = say(error);
  }
}

// Playing an ending against the tables, in words.

import { manner } from '../ui/settings';
import { turn } from './chess';
import type { Probe, Reply } from './types';
import { t } from './words';

/** What an ending is worth: the server says it in English, its numbers say it in any language. */
export function headline({ fen, wdl, dtm_plies: dtm, dtc_plies: dtc, headline }: Pick<Probe, 'fen' | 'wdl' | 'dtm_plies' | 'dtc_plies' | 'headline'>): string {
  if (manner.value.language === 'en') return headline;
  if (wdl === 'draw') return `${t('Drawn with best play')}.`;
  if (dtm === undefined || dtc === undefined || dtm === 0) return headline;
  const white = (wdl === 'win') === (turn(fen) === 'white');
  // Who wins makes the last move.
  const moves = (plies: number) => (wdl === 'win' ? Math.ceil(plies / 2) : Math.floor(plies / 2));
  const mate = { moves: moves(dtm), plies: dtm };
  const first = white ? t('White wins: mate in {moves} (DTM {plies} plies)', mate) : t('Black wins: mate in {moves} (DTM {plies} plies)', mate);
  return `${first}; ${t('next capture, promotion or mate in {moves} moves (DTC {plies} plies)', { moves: moves(dtc), plies: dtc })}.`;
}

/** What a move against perfect defence was worth. */
export function comment(reply: Reply): string {
  const { san: move } = reply;
  const ends: Record<string, string> = { checkmate: t('Checkmate.'), stalemate: t('Stalemate.'), draw: t('Too little material: a draw.') };
  const after = [reply.reply_san ? t('Answer: {move}.', { move: reply.reply_san }) : '', ends[reply.over ?? ''] ?? ''];
  return [worth(reply, move), ...after].filter(Boolean).join(' ');
}

function worth({ kept, before, after, better }: Reply, move: string): string {
  if (!kept) {
    if (before.wdl === 'win') return better ? t('{move} throws the win away; {better} keeps it.', { move, better }) : t('{move} throws the win away.', { move });
    return better ? t('{move} throws the draw away; {better} keeps it.', { move, better }) : t('{move} throws the draw away.', { move });
  }
  const best = after.dtm_plies !== undefined && after.dtm_plies === before.dtm_plies;
  if (before.wdl === 'win') return best ? t('{move} is the shortest way.', { move }) : t('{move} wins too, but takes longer.', { move });
  if (before.wdl === 'draw') return t('{move} holds the draw.', { move });
  return best ? t('{move} holds out the longest.', { move }) : t('{move} loses faster than need be.', { move });
}

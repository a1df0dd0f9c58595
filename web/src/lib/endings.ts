// Playing an ending against the tables, in words.

import type { Reply } from './types';
import { t } from './words';

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

// "Why not this?": what the tutor says to a move that the reader has just played, beside the board.

import type { Tried } from '../../lib/study';
import type { Explanation } from '../../lib/types';
import { t } from '../../lib/words';
import { Busy, Problem } from '../../ui/parts';
import { Sections } from './Explain';
import { useTold } from './told';

/** Verdict, refutation and what was better come first; how the position stood, and its plans, are told elsewhere. */
const aboutMove = (told: Explanation): Explanation => ({ ...told, text: told.text.filter(({ kind }) => !['standing', 'plans', 'threat'].includes(kind)) });

export function OwnMove({ fen, uci, san }: Tried) {
  const { shown, problem, place } = useTold(fen, uci);
  return (
    <div class="ownmove" role="group" aria-label={t('What the tutor says to {move}', { move: san })}>
      <Problem text={problem} />
      {!shown && !problem && <Busy what={t('Weighing your move')} />}
      <div class="words" ref={place} aria-busy={!shown?.last}>
        {shown && <Sections told={aboutMove(shown.told)} from={fen} />}
      </div>
    </div>
  );
}

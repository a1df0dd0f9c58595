// What is on the board as a file: to keep, or to send to somebody.

import { useState } from 'preact/hooks';
import { say } from '../../lib/api';
import { toPgn, type Tree } from '../../lib/tree';
import { Problem, save } from '../../ui/parts';
import { t } from '../../lib/words';

const NAME = 'philidor.pgn';
const KIND = 'application/x-chess-pgn';

export function Share({ tree }: { tree: Tree }) {
  const [problem, setProblem] = useState<string | null>(null);
  if (tree.nodes.length < 2) return null;
  const file = () => new File([toPgn(tree)], NAME, { type: KIND });
  const shares = 'canShare' in navigator && navigator.canShare({ files: [new File([''], NAME, { type: 'text/plain' })] });
  const share = async () => {
    try {
      // Few systems take a PGN for what it is; as text all do.
      await navigator.share({ files: [new File([await file().text()], 'philidor.pgn.txt', { type: 'text/plain' })] });
    } catch (error) {
      if ((error as Error).name !== 'AbortError') setProblem(say(error));
    }
  };
  return (
    <section class="panel" aria-label={t('Moves as a file')}>
      <div class="row">
        <button onClick={() => save(NAME, toPgn(tree), KIND)}>{t('Save moves')}</button>
        <button onClick={() => navigator.clipboard.writeText(toPgn(tree)).catch((error) => setProblem(say(error)))}>{t('Copy')}</button>
        {shares && <button onClick={share}>{t('Share')}</button>}
      </div>
      <p class="hint">{t('The moves with your own variations, as PGN.')}</p>
      <Problem text={problem} />
    </section>
  );
}

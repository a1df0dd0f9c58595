// What a newcomer sees first: a famous game with the tutor's comments, where it turned. Written by
// `philidor annotate --engine stockfish --lang LANG`.

import { turningPoint, type Study } from '../../lib/study';
import { chances, fromPgn } from '../../lib/tree';
import { manner } from '../../ui/settings';

const TEXTS = import.meta.glob<string>('../../samples/*.pgn', { query: '?raw', import: 'default' });

export async function openSample(): Promise<Study> {
  const read = TEXTS[`../../samples/opera.${manner.peek().language}.pgn`] ?? TEXTS['../../samples/opera.en.pgn'];
  const { tree } = fromPgn((await read?.()) ?? '');
  return { tree, at: turningPoint(tree, chances) ?? 0, game: null, annotated: true, line: null, past: [] };
}

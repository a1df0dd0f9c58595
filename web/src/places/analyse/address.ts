// The address names the game and the move; another game or board is another entry of the browser's history.

import { position } from '../../lib/chess';
import { nowAt, parameter, pushAt } from '../../lib/route';
import { findFen, findPlace, goTo, placeName, type Study } from '../../lib/study';
import { fromPgn, newTree, node } from '../../lib/tree';
import { openGame, remember, remembered } from './keeping';
import { openSample } from './sample';
import { change, openFree, opened, put, sample, study } from './store';

let subject = '';

export function address({ game, tree, at }: Study): string {
  if (game !== null) return `/analyse?game=${game}&at=${placeName(tree, at)}`;
  return `/analyse?fen=${encodeURIComponent(node(tree, at).fen)}`;
}

/** Writes the address of what is seen. */
export function writeAddress(): void {
  const path = sample.value ? '/analyse' : address(study.value);
  const about = sample.value ? 'sample' : study.value.game !== null ? `game ${study.value.game}` : `board ${node(study.value.tree, 0).fen}`;
  if (subject === '' || subject === about) nowAt(path);
  else pushAt(path);
  subject = about;
  if (!sample.value) remember('place', path);
}

/** Opens what the address names. */
export async function readAddress(): Promise<void> {
  const [game, at, fen] = [Number(parameter('game')) || null, parameter('at'), parameter('fen')];
  const now = study.value;
  if (game !== null) {
    subject = `game ${game}`;
    if (now.game !== game) await openGame(game, { at, fen });
    else if (at !== null) change((s) => goTo(s, findPlace(s.tree, at)));
    else if (fen !== null) change((s) => goTo(s, findFen(s.tree, fen) ?? s.at));
  } else if (fen && typeof position(fen) !== 'string') openFen(fen);
  else if (!opened.value) await openLast();
  opened.value = true;
  if (subject === '') subject = 'begun';
}

/** A position: where it stands on the board that was left, or as a board of its own. */
function openFen(fen: string): void {
  const text = remembered('board');
  const here = opened.value && study.value.game === null && !sample.value;
  const last = here ? study.value.tree : text ? fromPgn(text).tree : newTree();
  const place = findFen(last, fen);
  if (last === study.value.tree && place !== null) change((s) => goTo(s, place));
  else if (place !== null && last.nodes.length > 1) openFree(last, place);
  else openFree(newTree(fen));
  subject = `board ${node(study.value.tree, 0).fen}`;
}

async function openLast(): Promise<void> {
  const last = new URLSearchParams((remembered('place') ?? '').split('?')[1] ?? '');
  const [game, fen] = [Number(last.get('game')) || null, last.get('fen')];
  if (game !== null) await openGame(game, { at: last.get('at') });
  else if (fen && typeof position(fen) !== 'string') openFen(fen);
  if (study.value.game === null && !fen) {
    put({ ...(await openSample()) });
    sample.value = true;
  }
}

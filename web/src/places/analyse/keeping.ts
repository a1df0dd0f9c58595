// Games are opened from the library, and what the reader adds is kept as it is made: of a game there, of a free board in the browser.

import { effect } from '@preact/signals';
import { ask, comeback, say } from '../../lib/api';
import { graft, layer } from '../../lib/own';
import { findFen, findPlace, goTo, ofGame, renewed } from '../../lib/study';
import { fromPgn, toPgn, type Tree } from '../../lib/tree';
import { change, opened, problem, put, sample, study } from './store';

interface Found {
  pgn: string;
  annotated_pgn: string | null;
  own_pgn: string | null;
}

/** A game of the library, at a place of it. One that is open already only gets its newest comments. */
export async function openGame(id: number, place: { at?: string | null; fen?: string | null } = {}): Promise<void> {
  try {
    const found = await ask<Found>(`/api/games/${id}`);
    const parsed = fromPgn(found.annotated_pgn ?? found.pgn);
    const annotated = found.annotated_pgn !== null;
    if (study.value.game === id) change((now) => renewed(now, parsed.tree, annotated));
    else {
      const tree = found.own_pgn ? graft(parsed.tree, fromPgn(found.own_pgn).tree) : parsed.tree;
      kept = { game: id, tree };
      put(ofGame(tree, id, annotated));
    }
    const { tree } = study.value;
    if (place.at) change((now) => goTo(now, findPlace(tree, place.at ?? '')));
    else if (place.fen) change((now) => goTo(now, findFen(tree, place.fen ?? '') ?? 0));
    problem.value = parsed.problem;
  } catch (error) {
    problem.value = say(error);
  }
}

let kept: { game: number | null; tree: Tree } | null = null;
let unsaved: { game: number; pgn: string } | null = null;
let saving = false;

effect(() => {
  const { game, tree } = study.value;
  if (!opened.peek() || (kept?.game === game && kept.tree === tree)) return;
  kept = { game, tree };
  if (game === null) remember('board', tree.nodes.length > 1 || !sample.peek() ? toPgn(tree) : null);
  else {
    const own = layer(tree);
    unsaved = { game, pgn: own ? toPgn(own) : '' };
    void keep();
  }
});

async function keep(): Promise<void> {
  if (saving || !unsaved) return;
  saving = true;
  const now = unsaved;
  unsaved = null;
  try {
    await ask(`/api/games/${now.game}/own`, { method: 'PUT', body: { pgn: now.pgn } });
  } catch (error) {
    unsaved ??= now;
    problem.value = say(error);
    return;
  } finally {
    saving = false;
  }
  if (unsaved) await keep();
}

effect(() => {
  if (comeback.value > 0) void keep();
});

export function remember(name: string, text: string | null): void {
  try {
    if (text === null) localStorage.removeItem(name);
    else localStorage.setItem(name, text);
  } catch {
    // Without storage it lasts as long as the page.
  }
}

export function remembered(name: string): string | null {
  try {
    return localStorage.getItem(name);
  } catch {
    return null;
  }
}

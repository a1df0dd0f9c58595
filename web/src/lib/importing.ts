// Files of any size into the library, piece by piece, cut between games.

import { ask } from './api';
import { englishGames } from './notation';
import type { Imported } from './types';

export type { Imported };

const PIECE = 400_000;
const MOST_PROBLEMS = 200;

/** Where the last game of a text begins: at its first tag after moves. 0 if there is but one. */
export function lastGame(text: string): number {
  const tag = /^\[[A-Za-z]/;
  let at = text.length;
  while (at > 0) {
    const begin = text.lastIndexOf('\n', at - 1) + 1;
    const line = text.slice(begin, at);
    if (tag.test(line) && begin > 0) {
      const before = text.slice(0, begin).trimEnd();
      const last = before.slice(before.lastIndexOf('\n') + 1);
      if (before !== '' && !tag.test(last)) return begin;
    }
    at = begin - 1;
  }
  return 0;
}

const lines = (text: string) => text.split('\n').length - 1;

/** Pieces of whole games, each with the line it begins on. */
export async function* pieces(chunks: AsyncIterable<string> | Iterable<string>, size = PIECE): AsyncGenerator<{ text: string; line: number }> {
  let [held, line] = ['', 0];
  for await (const chunk of chunks) {
    held += chunk;
    if (held.length < size) continue;
    const cut = lastGame(held);
    if (cut === 0) continue;
    yield { text: held.slice(0, cut), line };
    line += lines(held.slice(0, cut));
    held = held.slice(cut);
  }
  if (held.trim()) yield { text: held, line };
}

/** Text of a file: UTF-8, or what older programs write; unpacked if it is packed. */
export async function* textOf(file: Blob & { name?: string }, read: (bytes: number) => void): AsyncGenerator<string> {
  let bytes = file.stream() as ReadableStream<Uint8Array<ArrayBuffer>>;
  const count = new TransformStream<Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>>({
    transform(chunk, to) {
      read(chunk.length);
      to.enqueue(chunk);
    },
  });
  bytes = bytes.pipeThrough(count);
  if (file.name?.endsWith('.gz')) bytes = bytes.pipeThrough(new DecompressionStream('gzip'));
  let decoder = new TextDecoder('utf-8', { fatal: true });
  const reader = bytes.getReader();
  for (let next = await reader.read(); !next.done; next = await reader.read()) {
    let text: string;
    try {
      text = decoder.decode(next.value, { stream: true });
    } catch {
      decoder = new TextDecoder('windows-1252');
      text = decoder.decode(next.value, { stream: true });
    }
    yield text.replaceAll('\r\n', '\n');
  }
}

/** Pieces that are sent at the same time: while one is written, another is read. */
const AT_ONCE = 2;

/** Puts games into the library, telling how far it is. */
export async function importText(chunks: AsyncIterable<string> | Iterable<string>, tell: (now: Imported) => void, stop?: AbortSignal): Promise<Imported> {
  const all: Imported = { count: 0, fresh: 0, games: [], problems: [] };
  const sent = new Set<Promise<void>>();
  let first = true;
  for await (const { text, line } of pieces(chunks)) {
    stop?.throwIfAborted();
    const leads = first;
    first = false;
    const job: Promise<void> = send(text, stop).then((got) => {
      sent.delete(job);
      all.count += got.count;
      all.fresh += got.fresh;
      if (leads) all.games = got.games;
      const told = got.problems.slice(0, MOST_PROBLEMS - all.problems.length);
      all.problems.push(...told.map((p) => ({ ...p, line: p.line + line })));
      all.problems.sort((a, b) => a.line - b.line);
      tell({ ...all });
    });
    sent.add(job);
    if (sent.size >= AT_ONCE) await Promise.race(sent);
  }
  await Promise.all(sent);
  return all;
}

async function send(text: string, stop?: AbortSignal): Promise<Imported> {
  try {
    return await ask<Imported>('/api/games', { method: 'POST', body: { pgn: englishGames(text) }, ...(stop ? { signal: stop } : {}) });
  } catch (error) {
    // A piece without any game must not lose the pieces after it.
    if (stop?.aborted || (error as { status?: number }).status !== 400 || text.length < PIECE / 2) throw error;
    return { count: 0, fresh: 0, games: [], problems: [{ line: 1, text: (error as Error).message }] };
  }
}

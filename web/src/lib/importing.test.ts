import { afterEach, describe, expect, it, vi } from 'vitest';
import { importText, lastGame, pieces, textOf } from './importing';

afterEach(() => vi.unstubAllGlobals());

const game = (n: number) => `[White "A${n}"]\n[Black "B"]\n\n1. e4 {[%eval 0.3]\n[%clk 0:01] a comment} e5 1-0\n\n`;

async function all<T>(from: AsyncIterable<T>): Promise<T[]> {
  const out: T[] = [];
  for await (const one of from) out.push(one);
  return out;
}

describe('a file of games', () => {
  it('is cut between games only', () => {
    const text = game(1) + game(2);
    expect(lastGame(text)).toBe(game(1).length);
    expect(lastGame(game(1))).toBe(0);
    expect(lastGame('1. e4 e5')).toBe(0);
  });

  it('comes in whole pieces whose lines are counted on', async () => {
    const text = [1, 2, 3, 4, 5].map(game).join('');
    const chunks = text.match(/[\s\S]{1,37}/g) ?? [];
    const cut = await all(pieces(chunks, 150));
    expect(cut.length).toBeGreaterThan(1);
    expect(cut.map((p) => p.text).join('')).toBe(text);
    for (const piece of cut) {
      expect(piece.text.startsWith('[White')).toBe(true);
      expect(text.split('\n')[piece.line]).toBe(piece.text.split('\n')[0]);
    }
  });

  it('is read whatever program wrote it', async () => {
    let bytes = 0;
    const read = async (blob: Blob) => (await all(textOf(blob, (n) => (bytes += n)))).join('');
    expect(await read(new Blob(['Grünfeld\r\n1. d4']))).toBe('Grünfeld\n1. d4');
    expect(await read(new Blob([new Uint8Array([0x47, 0x72, 0xfc, 0x6e])]))).toBe('Grün');
    expect(bytes).toBe(20);
    const packed = new Response(new Blob(['1. e4 e5']).stream().pipeThrough(new CompressionStream('gzip')));
    expect(await read(new File([await packed.blob()], 'games.pgn.gz'))).toBe('1. e4 e5');
  });

  it('is sent in pieces whose counts and faults are told together', async () => {
    const long = (n: number) => `[White "A${n}"]\n\n1. e4 {${'x'.repeat(1000)}} *\n\n`;
    const text = Array.from({ length: 1000 }, (_, n) => long(n)).join('');
    const sent: number[] = [];
    vi.stubGlobal('fetch', async (_: string, { body }: { body: string }) => {
      const games = (JSON.parse(body) as { pgn: string }).pgn.split('[White').length - 1;
      sent.push(games);
      // The first piece takes longest.
      await new Promise((resolve) => setTimeout(resolve, sent.length === 1 ? 30 : 5));
      return Response.json({ count: games, fresh: games - 1, games: [{ id: sent.length }], problems: [{ line: 3, text: 'x' }] });
    });
    const told: number[] = [];
    const all = await importText(text.match(/[\s\S]{1,50000}/g) ?? [], (now) => told.push(now.count));
    expect(sent.length).toBeGreaterThan(2);
    expect(sent.reduce((a, b) => a + b)).toBe(1000);
    expect([all.count, all.fresh, told.at(-1)]).toEqual([1000, 1000 - sent.length, 1000]);
    expect(all.games).toHaveLength(1);
    expect(all.problems.map((p) => p.line)).toEqual([...all.problems.map((p) => p.line)].sort((a, b) => a - b));
    expect(all.problems[0]?.line).toBe(3);
  });
});

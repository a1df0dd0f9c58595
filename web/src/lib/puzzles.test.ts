import { describe, expect, it } from 'vitest';
import { rows } from './puzzles';

const read = async (chunks: string[], size: number) => {
  const out: string[] = [];
  for await (const piece of rows(chunks, size)) out.push(piece);
  return out;
};

describe('files of puzzles', () => {
  it('are cut between lines, each piece with the names of its columns', async () => {
    expect(await read(['Id,FEN,PV\na,1', ',x\nb,2,', 'y\n'], 16)).toEqual(['Id,FEN,PV\na,1,x\n', 'Id,FEN,PV\nb,2,y\n']);
  });
  it('without names are left as they are', async () => {
    expect(await read(['a,1,x\nb,2,y\n'], 100)).toEqual(['a,1,x\nb,2,y\n']);
    expect(await read(['a,1,x\n', 'b,2,y\n'], 3)).toEqual(['a,1,x\n', 'b,2,y\n']);
  });
});

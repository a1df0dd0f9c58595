import { describe, expect, it } from 'vitest';
import { START } from './chess';
import { forWhite } from './scores';

describe('a score', () => {
  it('is shown for White, whoever moves', () => {
    const black = START.replace(' w ', ' b ');
    expect([forWhite({ cp: 30 }, START), forWhite({ cp: 30 }, black)]).toEqual([30, -30]);
    expect([forWhite({ mate: 3 }, START), forWhite({ mate: -2 }, START), forWhite({ mate: 0 }, black)]).toEqual([9997, -9998, 10_000]);
    expect(forWhite({ table: -1 }, black)).toBe(9000);
  });
});

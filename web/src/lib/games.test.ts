import { describe, expect, it } from 'vitest';
import { about, known } from './games';

describe('a game in one line', () => {
  it('has the date as far as it is known', () => {
    expect(['1858.??.??', '2021.05.??', '????.??.??', '2021.05.17', '', '?'].map(known)).toEqual(['1858', '2021.05', '', '2021.05.17', '', '']);
  });
  it('leaves out what is not known', () => {
    expect(about({ event: '?', date: '????.??.??', eco: '', opening: '' })).toBe('');
    expect(about({ event: 'Paris', date: '1858.??.??', eco: 'C41', opening: 'Philidor Defense' })).toBe('Paris · 1858 · C41 Philidor Defense');
    expect(about({ event: 'Paris', date: '1858' })).toBe('Paris · 1858');
  });
});

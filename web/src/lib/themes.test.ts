import { describe, expect, it } from 'vitest';
import { tells, themeName } from './themes';

describe('themes', () => {
  it('are called as people say them', () => {
    expect(themeName('hangingPiece')).toBe('hanging piece');
    expect(themeName('mateIn2')).toBe('mate in two');
    expect(themeName('fork')).toBe('fork');
  });
  it('that say only how long a puzzle is are not offered', () => {
    expect(['fork', 'short', 'master', 'pin'].filter(tells)).toEqual(['fork', 'pin']);
  });
});

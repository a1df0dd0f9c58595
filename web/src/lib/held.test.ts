import { describe, expect, it } from 'vitest';
import { arrive, NOBODY, release } from './held';

describe('an answer that is read', () => {
  it('is shown at once if there is none, held or not', () => {
    expect(arrive(NOBODY, 'quick', true)).toEqual({ shown: 'quick', waiting: null });
  });

  it('stays while it is held, and the newest one waits', () => {
    const quick = arrive(NOBODY, 'quick', false);
    const held = arrive(arrive(quick, 'usual', true), 'deep', true);
    expect(held).toEqual({ shown: 'quick', waiting: 'deep' });
    expect(release(held)).toEqual({ shown: 'deep', waiting: null });
    expect(arrive(held, 'last', false)).toEqual({ shown: 'last', waiting: null });
  });

  it('is not lost where nothing waits', () => {
    const quick = arrive(NOBODY, 'quick', false);
    expect(release(quick)).toBe(quick);
  });
});

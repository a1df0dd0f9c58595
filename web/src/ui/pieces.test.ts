import { describe, expect, it } from 'vitest';
import { rules, SETS } from './pieces';

describe('sets of men', () => {
  it('draw all twelve men, the classic one none: it comes with the board', () => {
    for (const [set] of SETS) expect(rules(set, 'en').split('\n').filter(Boolean)).toHaveLength(set === 'classic' ? 0 : 12);
  });
  it('name men in the language of the reader', () => {
    const de = decodeURIComponent(rules('letters', 'de'));
    expect(de).toContain('>D</text>');
    expect(decodeURIComponent(rules('letters', 'en'))).toContain('>Q</text>');
  });
});

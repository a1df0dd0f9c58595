import { describe, expect, it } from 'vitest';
import { englishGames, englishMove } from './notation';

describe('notation', () => {
  it('of a German move is understood', () => {
    expect(['Sf3', 'Lxb5+', 'T1d7', 'Dh4#', 'e8=D', 'e8S', 'Kd2', 'Nf3', 'e4', '♘f3', 'Sbd7'].map(englishMove)).toEqual([
      'Nf3', 'Bxb5+', 'R1d7', 'Qh4#', 'e8=Q', 'e8N', 'Kd2', 'Nf3', 'e4', 'Nf3', 'Nbd7',
    ]);
  });

  it('of German games is rewritten, words are not', () => {
    const text = '[White "Lasker, Sf3"]\n[Event "Te1 D4"]\n\n1. e4 e5 2. Sf3 {Lc4 Te1 geht auch} Sc6 3.Lb5 a6 (3... Sf6 4. 0-0) 4. 0-0 d5 ½-½';
    expect(englishGames(text)).toBe('[White "Lasker, Sf3"]\n[Event "Te1 D4"]\n\n1. e4 e5 2. Nf3 {Lc4 Te1 geht auch} Nc6 3.Bb5 a6 (3... Nf6 4. O-O) 4. O-O d5 1/2-1/2');
  });

  it('of French games is rewritten, with R for the king', () => {
    expect(['Cf3', 'Fxb5+', 'e8=C', 'Rd2'].map(englishMove)).toEqual(['Nf3', 'Bxb5+', 'e8=N', 'Rd2']);
    expect(englishGames('1. e4 e5 2. Cf3 Cc6 3. Fb5 Re7 4. Rf1 Tb8')).toBe('1. e4 e5 2. Nf3 Nc6 3. Bb5 Ke7 4. Kf1 Rb8');
  });

  it('in English stays, and so do results', () => {
    const text = '[White "A"]\n\n1. e4 {Sf3} e5 2. Nf3 Nc6 3. O-O-O Bd7 0-1\n';
    expect(englishGames(text)).toBe(text);
    expect(englishGames('1. e4 e5 2. ♘f3 ♞c6 3. 0-0-0 1-0')).toBe('1. e4 e5 2. Nf3 Nc6 3. O-O-O 1-0');
  });
});

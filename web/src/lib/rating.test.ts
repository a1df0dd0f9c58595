import { describe, expect, it } from 'vitest';
import { rating, ratingName, written } from './rating';

describe('a rating', () => {
  it('is read with its scale, and written as it was', () => {
    for (const text of ['1500', '900@chess.com', '2200@fide']) expect(written(rating(text)!)).toBe(text);
    expect(rating(' 1850 ')).toEqual({ number: 1850, scale: 'lichess' });
  });
  it('is none if the server would refuse it', () => {
    for (const text of ['', '399', '2801', 'strong', '-5', '15.5', '1500@uscf', '1500@']) expect(rating(text), text).toBeNull();
  });
  it('names whose it is', () => {
    expect(ratingName({ number: 1500, scale: 'lichess' })).toBe('1500');
    expect(ratingName({ number: 1500, scale: 'chess_com' })).toBe('1500 (Chess.com)');
  });
});

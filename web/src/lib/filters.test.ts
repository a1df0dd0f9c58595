import { describe, expect, it } from 'vitest';
import { ALL, asData, behind, query } from './filters';

describe('filters', () => {
  it('ask for what is filled in and nothing else', () => {
    expect(query(ALL).toString()).toBe('order=added');
    expect(query({ ...ALL, text: ' najdorf ', ratingFrom: '2000' }).toString()).toBe('text=najdorf&rating_from=2000&order=added');
  });

  it('leave out what is half typed', () => {
    expect(query({ ...ALL, from: '19', ratingTo: 'x' }).toString()).toBe('order=added');
    expect(query({ ...ALL, from: '2019-05' }).get('from')).toBe('2019-05');
  });

  it('know that a side and a win are those of a player', () => {
    expect(query({ ...ALL, side: 'white', result: 'won' }).toString()).toBe('order=added');
    expect(query({ ...ALL, player: 'Anna', side: 'white', result: 'won' }).toString()).toBe('player=Anna&side=white&result=won&order=added');
  });

  it('are data with numbers and yes or no', () => {
    expect(asData({ ...ALL, player: 'Anna', ratingFrom: '2000', annotated: 'false' })).toEqual({ player: 'Anna', rating_from: 2000, annotated: false, order: 'added' });
  });

  it('are counted while they are folded away', () => {
    expect(behind({ ...ALL, text: 'x', order: 'date' })).toBe(0);
    expect(behind({ ...ALL, player: 'Anna', ending: 'rook' })).toBe(2);
  });
});

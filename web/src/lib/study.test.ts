import { describe, expect, it } from 'vitest';
import { chances, fromPgn, mainLine, node, path } from './tree';
import { drop, endLine, findFen, findPlace, freeBoard, goTo, keepLine, ofGame, placeName, playMove, playable, renewed, seen, show, step, tick, tried, turningPoint, undo, walk } from './study';

const TEXT = '1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 *';
const game = () => ofGame(fromPgn(TEXT).tree, 7, false);
const sans = (s: ReturnType<typeof game>) => path(s.tree, s.at).slice(1).map((n) => n.san).join(' ');
const at = (ply: number) => {
  const study = game();
  return goTo(study, mainLine(study.tree)[ply]?.id ?? 0);
};
const proof = (line: string[], ply = line.length, squares: string[] = []) => ({ line, ply, squares });

describe('a move of the reader’s own', () => {
  it('is told with the position it was played in; a move of the game is not one', () => {
    expect(tried(at(3))).toBeNull();
    expect(tried(game())).toBeNull();
    const mine = playMove(at(2), 'd2d4');
    expect(tried(mine)).toEqual({ fen: seen(at(2)).fen, uci: 'd2d4', san: 'd4' });
    // Played again, the game's own move stays the game's.
    expect(tried(playMove(at(2), 'g1f3'))).toBeNull();
  });
});

describe('a line of the tutor', () => {
  it('plays by itself to where its sentence holds, and then by keys', () => {
    const here = at(2);
    const fen = seen(here).fen;
    let study = show(here, fen, 'White develops', proof(['g1f3', 'b8c6', 'f1b5'], 2));
    expect(seen(study)).toEqual({ fen, lastMove: null });
    study = tick(tick(tick(study)));
    expect(study.line).toMatchObject({ at: 2, playing: false });
    expect(seen(study).lastMove).toBe('b8c6');
    study = step(study, 'next');
    expect(seen(study).lastMove).toBe('f1b5');
    expect(step(study, 'next').line?.at).toBe(3);
    expect(step(step(study, 'previous'), 'previous').line?.at).toBe(1);
    expect(seen(endLine(study)).fen).toBe(fen);
    expect(step(study, 'last').line).toBeNull();
  });

  it('is played on from where it is seen: the moves become the reader’s', () => {
    const here = at(2);
    const shown = walk(show(here, seen(here).fen, 'text', proof(['f1c4', 'g8f6'])), 1);
    const kept = keepLine(shown);
    expect(sans(kept)).toBe('e4 e5 Bc4');
    const played = playMove(shown, 'f8c5');
    expect(sans(played)).toBe('e4 e5 Bc4 Bc5');
    expect(played.line).toBeNull();
    expect(playMove(shown, 'e2e4')).toBe(shown);
    expect(undo(undo(played)).tree).toBe(here.tree);
  });

  it('with a pass, or of a position that is not in the game, only shows', () => {
    const here = at(2);
    const threat = walk(show(here, seen(here).fen, 'Black threatens', proof(['0000', 'd8h4'])), 2);
    expect(threat.line?.steps).toHaveLength(2);
    expect(playable(threat)).toBe(false);
    expect(keepLine(threat)).toBe(threat);
    expect(playable(walk(threat, 0))).toBe(true);
    const elsewhere = show(here, '6k1/5ppp/8/8/8/8/5PPP/4R1K1 w - - 0 1', 'mate', proof(['e1e8']));
    expect(playable(elsewhere)).toBe(false);
  });

  it('of the move before begins before it', () => {
    const here = at(3);
    const before = node(here.tree, node(here.tree, here.at).parent ?? 0);
    const study = walk(show(here, before.fen, 'why not', proof(['f1c4'])), 1);
    expect(sans(keepLine(study))).toBe('e4 e5 Bc4');
  });
});

describe('own work', () => {
  it('stays when the tutor has commented, and so does the place', () => {
    const mine = playMove(at(2), 'f2f4');
    const next = renewed(mine, fromPgn('1. e4 { good } e5 2. Nf3 (2. Bc4) Nc6 3. Bb5 a6 *').tree, true);
    expect(sans(next)).toBe('e4 e5 f4');
    expect(next.annotated).toBe(true);
    expect(node(next.tree, 1).comment).toBe('good');
  });

  it('is dropped and had back', () => {
    const mine = playMove(playMove(at(2), 'f2f4'), 'e5f4');
    const f4 = node(mine.tree, mine.at).parent ?? 0;
    const less = drop(mine, f4);
    expect(sans(less)).toBe('e4 e5');
    expect(sans(undo(less))).toBe('e4 e5 f4 exf4');
    expect(undo(game()).at).toBe(0);
  });
});

describe('a place in a game', () => {
  it('has a name that leads back to it', () => {
    const study = playMove(playMove(at(3), 'g8f6'), 'f3e5');
    expect(placeName(study.tree, study.at)).toBe('3~g8f6~f3e5');
    for (const n of study.tree.nodes) expect(findPlace(study.tree, placeName(study.tree, n.id))).toBe(n.id);
    expect(findPlace(study.tree, '99')).toBe(mainLine(study.tree).at(-1)?.id);
    expect(findPlace(study.tree, 'nonsense')).toBe(0);
    expect(node(study.tree, findPlace(study.tree, '3~a1a8')).san).toBe('Nf3');
  });

  it('is found by its position', () => {
    const study = freeBoard(game().tree);
    const third = mainLine(study.tree)[3];
    expect(findFen(study.tree, (third?.fen ?? '').replace(/\d+ \d+$/, '0 1'))).toBe(third?.id);
    expect(findFen(study.tree, '8/8/8/8/8/8/8/8 w - - 0 1')).toBeNull();
  });

  it('is where the game turned', () => {
    const { tree } = fromPgn('1. e4 { [%eval 0.3] } e5 { [%eval 0.3] } 2. Qh5 { [%eval -0.2] } Ke7 { [%eval #1] } 3. Qxe5# *');
    expect(node(tree, turningPoint(tree, chances) ?? 0).san).toBe('Ke7');
    expect(turningPoint(fromPgn(TEXT).tree, chances)).toBeNull();
  });
});

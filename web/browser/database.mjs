// The library as a database, the opening explorer, puzzles, live lines, men and boards, the page without its server.

import { join } from 'node:path';
import { ARTEFACTS } from './harness.mjs';

const START = 'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1';
const at64 = (fen) => '/analyse?fen=' + encodeURIComponent(fen);

const GAMES = `[Event "Club"]
[White "Anna Bell"]
[Black "Carl Dorn"]
[Date "2020.05.01"]
[WhiteElo "1500"]
[BlackElo "1700"]
[Result "1-0"]

1. e4 c5 2. Nf3 d6 3. d4 cxd4 4. Nxd4 Nf6 5. Nc3 a6 1-0

[Event "Club"]
[White "Dorn, Carl"]
[Black "Eve Finch"]
[Date "2021.06.01"]
[Result "0-1"]

1. Nf3 d6 2. d4 c5 3. e4 cxd4 4. Nxd4 Nf6 5. Nc3 g6 0-1

[Event "Club"]
[White "Eve Finch"]
[Black "Anna Bell"]
[Date "2022.01.01"]
[Result "1/2-1/2"]

1. d4 d5 2. c4 e6 1/2-1/2
`;

const PUZZLES = `PuzzleId,FEN,PV,Themes,Rating
a,6k1/5ppp/8/8/8/8/5PPP/4R1K1 w - - 0 1,e1e8,backRankMate mateIn1,900
b,r3k3/8/8/3N4/8/8/PPP5/4K3 w - - 0 1,d5c7 e8d7 c7a8,fork short,1100
`;

export async function databaseTests({ run, at, check, accessible }) {
  const openTab = async (page, name, path = '/analyse') => {
    await page.goto(at(path));
    await page.getByRole('tab', { name }).click();
  };

  await run('explorer: moves of your games by position, with results and full names, lead on', {}, async (page) => {
    await openTab(page, 'Games');
    await page.getByLabel('Paste games (PGN), or drop a file anywhere').fill(GAMES);
    await page.getByRole('button', { name: 'Add', exact: true }).click();
    await page.getByText(/Added to the library: \d/).or(page.getByText('there already')).first().waitFor();
    await openTab(page, 'Openings', at64(START));
    await page.getByRole('combobox', { name: 'Player' }).fill('carl dorn');
    const rows = page.locator('.explorer tbody tr');
    await page.getByText('Your games here: 2').waitFor();
    check((await rows.count()) === 2, 'two first moves');
    await page.getByRole('combobox', { name: 'Side' }).selectOption('black');
    await page.getByText('Your games here: 1').waitFor();
    await page.getByRole('combobox', { name: 'Side' }).selectOption('');
    await page.getByText('Your games here: 2').waitFor();
    await rows.filter({ hasText: 'Nf3' }).getByRole('button').click();
    await page.locator('.movelist .move', { hasText: 'Nf3' }).waitFor();
    // The open Sicilian: two orders of moves, one position.
    await page.goto(at(at64('rnbqkb1r/pp2pppp/3p1n2/8/3NP3/2N5/PPP2PPP/R1BQKB1R b KQkq - 2 5')));
    await page.getByRole('tab', { name: 'Openings' }).click();
    await page.getByRole('combobox', { name: 'Player' }).fill('dorn');
    await page.getByText('Your games here: 2').waitFor();
    await page.getByText('Sicilian Defense: Najdorf Variation').first().waitFor();
    await accessible(page, 'explorer');
    await page.locator('.tabpanel .games button').first().click();
    await page.locator('.player', { hasText: 'Eve Finch' }).waitFor();
    await page.locator('.movelist [aria-current]', { hasText: 'Nc3' }).waitFor();
  });

  await run('library: wishes by player, side, result, year, rating, position; a game is kept once', {}, async (page) => {
    await openTab(page, 'Games');
    await page.getByLabel('Paste games (PGN), or drop a file anywhere').fill(GAMES.replace('Anna Bell', 'Bell, Anna'));
    await page.getByRole('button', { name: 'Add', exact: true }).click();
    await page.getByText('there already: 3').or(page.getByText('Added to the library: 3')).first().waitFor();
    await page.getByLabel('Paste games (PGN), or drop a file anywhere').fill(GAMES.replace('Anna Bell', 'Bell, Anna'));
    await page.getByRole('button', { name: 'Add', exact: true }).click();
    await page.getByText('there already: 3').waitFor();
    await page.getByText('More wishes').click();
    const found = (count) => page.waitForFunction((n) => document.querySelectorAll('.games li').length === n, count);
    await page.getByRole('combobox', { name: 'Player' }).fill('carl dorn');
    await found(2);
    await page.getByRole('combobox', { name: 'Side' }).selectOption('white');
    await found(1);
    await page.getByRole('combobox', { name: 'Side' }).selectOption('');
    await page.getByRole('combobox', { name: 'Result' }).selectOption('lost');
    await found(2);
    await page.getByLabel('From year or day').fill('2021');
    await found(1);
    await page.getByRole('button', { name: 'Forget these wishes' }).click();
    await page.getByLabel('Rating from').fill('1600');
    await page.getByRole('combobox', { name: 'Player' }).fill('bell');
    await found(1);
    await accessible(page, 'wishes');
    await page.getByRole('button', { name: 'Forget these wishes' }).click();
    await page.goto(at(at64('rnbqkb1r/pp2pppp/3p1n2/8/3NP3/2N5/PPP2PPP/R1BQKB1R b KQkq - 2 5')));
    await page.getByRole('tab', { name: 'Games' }).click();
    await page.getByRole('button', { name: 'Games with the position on the board' }).click();
    await page.getByText('More wishes (1)').click();
    await page.getByRole('combobox', { name: 'Player' }).fill('dorn');
    await found(2);
  });

  await run('practise: puzzles of a file by motif, a wrong try answered on the board, a row of right ones', {}, async (page) => {
    await page.goto(at('/practise'));
    await page.getByLabel('File of puzzles').setInputFiles({ name: 'puzzles.csv', mimeType: 'text/csv', buffer: Buffer.from(PUZZLES) });
    await page.getByText('Puzzles added: 2').waitFor();
    await accessible(page, 'tactics');
    await page.getByRole('combobox', { name: 'Motif' }).selectOption('fork');
    const panel = page.getByRole('region', { name: 'Tactics by motif' });
    await panel.getByRole('button', { name: 'Start' }).click();
    await page.getByRole('heading', { name: 'Tactics, rated 1100' }).waitFor();
    const play = async (move) => {
      await page.getByLabel('Type a move').fill(move);
      await page.keyboard.press('Enter');
    };
    await play('a3');
    await page.getByText('Not yet.').waitFor({ timeout: 30_000 });
    // The position comes back by itself after what the other side makes of it was shown.
    await page.waitForTimeout(6000);
    await play('Nc7');
    await page.waitForFunction(() => [...document.querySelectorAll('cg-board piece.black.king')].some((king) => king.cgKey === 'd7'));
    await play('Nxa8');
    await page.getByText('Solved.').waitFor();
    await page.locator('.hint', { hasText: 'fork' }).waitFor();
    await accessible(page, 'a solved puzzle');
  });

  await run('live: every depth is told, a move starts the next search at once, bar and list say the same', {}, async (page) => {
    await page.goto(at(at64('r1bqkbnr/pppp1ppp/2n5/4p3/2B1P3/5N2/PPPP1PPP/RNBQK2R b KQkq - 3 3')));
    await page.getByRole('tab', { name: 'Moves' }).click();
    await page.getByLabel('Live: look on as long as I do').check();
    await page.waitForFunction(() => Number(document.body.textContent.match(/depth (\d+)/)?.[1] ?? 0) >= 6, undefined, { timeout: 60_000 });
    const first = await page.evaluate(() => Number(document.body.textContent.match(/depth (\d+)/)?.[1] ?? 0));
    await page.waitForFunction((was) => Number(document.body.textContent.match(/depth (\d+)/)?.[1] ?? 0) > was, first, { timeout: 60_000 });
    const same = await page.evaluate(() => document.querySelector('.lines .score')?.textContent === document.querySelector('.evalnumber')?.textContent);
    check(same, 'bar and list say the same');
    await page.evaluate(() => {
      const open = window.fetch;
      window.fetch = (...args) => {
        if (String(args[0]).includes('/api/lines/live')) window.asked = performance.now();
        return open(...args);
      };
      document.querySelector('.lines li button.small').addEventListener('click', () => (window.moved = performance.now()), { capture: true });
    });
    await page.locator('.lines li').first().getByRole('button', { name: 'Play' }).click();
    await page.waitForFunction(() => window.asked !== undefined);
    const wait = await page.evaluate(() => window.asked - window.moved);
    // A machine that draws slowly, because others work on it, is slow here too.
    const frame = await page.evaluate(async () => {
      const began = performance.now();
      for (let i = 0; i < 20; i++) await new Promise((resolve) => requestAnimationFrame(resolve));
      return (performance.now() - began) / 20;
    });
    console.log(`      asked ${Math.round(wait)} ms after a move; a frame takes ${Math.round(frame)} ms`);
    check(wait < 150 * Math.max(1, frame / 17), `${wait} ms`);
    await page.locator('.lines li').first().waitFor();
    await accessible(page, 'live');
  });

  await run('ask: says how it understood; why did I lose is answered by the whole game', {}, async (page) => {
    await page.goto(at('/analyse?fen=' + encodeURIComponent(START)));
    const box = page.getByLabel('Your question');
    await box.fill('what should i play');
    await page.keyboard.press('Enter');
    await page.getByText('Understood as: what should be played?').waitFor({ timeout: 60_000 });
    await box.fill('Why did I lose?');
    await page.keyboard.press('Enter');
    await page.getByText('Understood as: why was the game lost?').waitFor({ timeout: 60_000 });
    await page.getByText('Open the whole game').waitFor();
  });

  await run('look: three sets of men, and more contrast', {}, async (page) => {
    await page.goto(at(at64(START)));
    await page.locator('cg-board piece').first().waitFor();
    const drawn = () => page.evaluate(() => getComputedStyle(document.querySelector('cg-board piece.white.queen')).backgroundImage);
    const seen = new Set([await drawn()]);
    await page.getByLabel('Look and sound').click();
    for (const set of ['modern', 'letters']) {
      await page.getByLabel('Men').selectOption(set);
      seen.add(await drawn());
      await page.screenshot({ path: join(ARTEFACTS, `men-${set}.png`) });
    }
    check(seen.size === 3, `${seen.size} sets look different`);
    await page.getByLabel('High contrast').check();
    check((await page.evaluate(() => getComputedStyle(document.documentElement).backgroundColor)) === 'rgb(255, 255, 255)', 'white paper');
    await accessible(page, 'high contrast');
    const chosen = await drawn();
    await page.reload();
    await page.locator('cg-board piece.white.queen').waitFor();
    check((await drawn()) === chosen, 'kept');
  });
}

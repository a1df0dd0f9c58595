// Pictures of every place, in three widths, light and dark: node browser/shots.mjs PATH/TO/philidor [part of a name]

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ARTEFACTS, forget, newHome, openBrowser, pageFrom, startServer } from './harness.mjs';

const [binary, only = ''] = process.argv.slice(2);
if (!binary) {
  console.error('usage: node browser/shots.mjs PATH/TO/philidor [part of a name]');
  process.exit(2);
}
/** Games of our own engine. */
const games = readFileSync(join(import.meta.dirname, '../../tools/outside/games.pgn'), 'utf8').slice(0, 3_000_000);
const settled = (page) => page.locator('.words[aria-busy=false]').waitFor({ timeout: 60_000 });
const PLACES = [
  ['first', '/', settled],
  [
    'line',
    '/',
    async (page) => {
      await settled(page);
      await page.locator('.told.candidates .sentence').first().click();
      await page.waitForTimeout(2500);
    },
  ],
  ['position', '/analyse?fen=' + encodeURIComponent('r1bqkbnr/pppp1ppp/2n5/4p3/2B1P3/5N2/PPPP1PPP/RNBQK2R b KQkq - 3 3'), settled],
  [
    'whynot',
    '/analyse?fen=' + encodeURIComponent('r1bqkb1r/pppp1ppp/2n2n2/4p1N1/2B1P3/8/PPPP1PPP/RNBQK2R b KQkq - 5 4'),
    async (page) => {
      // By hand, as on a phone: the pawn and its square.
      const { x, y, width } = await page.locator('.stage cg-board').boundingBox();
      for (const rank of [1.5, 2.5]) await page.mouse.click(x + (width * 7.5) / 8, y + (width * rank) / 8);
      await page.locator('.ownmove .sentence').first().waitFor({ timeout: 60_000 });
    },
  ],
  [
    'rating',
    '/analyse?fen=' + encodeURIComponent('r1bqkb1r/pppp1ppp/2n2n2/4p1N1/2B1P3/8/PPPP1PPP/RNBQK2R b KQkq - 5 4'),
    async (page) => {
      await page.getByText('How the tutor speaks').click();
      await page.getByLabel('Players like me: rating').fill('1200');
      await page.keyboard.press('Tab');
      await page.locator('.told.people').waitFor({ timeout: 60_000 });
      await page.locator('.told.people').scrollIntoViewIfNeeded();
    },
  ],
  ['play', '/analyse?tab=play', (page) => page.getByRole('button', { name: 'New game' }).waitFor()],
  [
    'games',
    '/',
    async (page) => {
      await page.getByRole('tab', { name: 'Games' }).click();
      await page.getByRole('button', { name: 'An example game' }).click();
      await page.locator('.games li').first().waitFor();
    },
  ],
  [
    'openings',
    '/analyse?fen=' + encodeURIComponent('rnbqkbnr/pp1ppppp/8/2p5/4P3/8/PPPP1PPP/RNBQKBNR w KQkq c6 0 2'),
    async (page) => {
      await page.evaluate(async (pgn) => {
        await fetch('/api/games', { method: 'POST', headers: { 'Content-Type': 'application/json' }, body: JSON.stringify({ pgn }) });
      }, games);
      await page.getByRole('tab', { name: 'Openings' }).click();
      await page.locator('.explorer tr, .named li').first().waitFor();
    },
  ],
  [
    'live',
    '/analyse?fen=' + encodeURIComponent('r1bqkbnr/pppp1ppp/2n5/4p3/2B1P3/5N2/PPPP1PPP/RNBQK2R b KQkq - 3 3'),
    async (page) => {
      await page.getByRole('tab', { name: 'Moves' }).click();
      await page.getByLabel('Live: look on as long as I do').check();
      await page.waitForFunction(() => Number(document.body.textContent.match(/depth (\d+)/)?.[1] ?? 0) >= 8, undefined, { timeout: 60_000 });
    },
  ],
  [
    'tactics',
    '/practise',
    async (page) => {
      const csv = 'PuzzleId,FEN,PV,Themes,Rating\na,r3k2r/ppp2ppp/8/3N4/8/8/PPP2PPP/R3K2R w KQkq - 0 1,d5c7 e8d7 c7a8,fork short,1100\n';
      await page.getByLabel('File of puzzles').setInputFiles({ name: 'p.csv', mimeType: 'text/csv', buffer: Buffer.from(csv) });
      await page.getByRole('region', { name: 'Tactics by motif' }).getByRole('button', { name: 'Start' }).click();
      await page.locator('.task').waitFor();
    },
  ],
  ['endgames', '/endgames', (page) => page.getByText('White wins: mate in 19').waitFor()],
  ['practise', '/practise', (page) => page.locator('.lesson').nth(17).waitFor()],
  ['lessons', '/practise', (page) => page.locator('.lesson').nth(1).scrollIntoViewIfNeeded()],
  [
    'profile',
    '/profile',
    async (page) => {
      await page.evaluate(async (pgn) => {
        const post = (path, body) => fetch(path, { method: 'POST', headers: { 'Content-Type': 'application/json' }, body: JSON.stringify(body) });
        await post('/api/games', { pgn });
        const { players } = await (await fetch('/api/library/facets')).json();
        if ((await (await fetch('/api/profiles')).json()).length === 0) await post('/api/profiles', { player: players[0].name, last: 60 });
      }, games);
      await page.reload();
      await page.locator('.told-profile').waitFor({ timeout: 300_000 });
    },
  ],
  ['lab', '/lab', (page) => page.locator('main h1, main h2').first().waitFor()],
];
const SIZES = [
  ['1440', { width: 1440, height: 900 }, false],
  ['1440-dark', { width: 1440, height: 900 }, true],
  ['1024', { width: 1024, height: 768 }, false],
  ['390', { width: 390, height: 844 }, false],
  ['390-dark', { width: 390, height: 844 }, true],
];
const home = newHome();
const server = await startServer(binary, home);
const browser = await openBrowser();
for (const [size, viewport, dark] of SIZES) {
  for (const [name, path, ready] of PLACES) {
    if (!`${name}-${size}`.includes(only)) continue;
    const context = await browser.newContext({ viewport, colorScheme: dark ? 'dark' : 'light', reducedMotion: 'reduce' });
    await pageFrom(context);
    const page = await context.newPage();
    await page.goto(server.address + path);
    await ready(page);
    await page.waitForTimeout(300);
    const file = join(ARTEFACTS, `shot-${name}-${size}.png`);
    await page.screenshot({ path: file });
    console.log(file);
    await context.close();
  }
}
await browser.close();
await server.stop();
forget(home);

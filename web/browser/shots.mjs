// Pictures of every place, in three widths, light and dark: node browser/shots.mjs PATH/TO/philidor [part of a name]

import { join } from 'node:path';
import { ARTEFACTS, forget, newHome, openBrowser, pageFrom, startServer } from './harness.mjs';

const [binary, only = ''] = process.argv.slice(2);
if (!binary) {
  console.error('usage: node browser/shots.mjs PATH/TO/philidor [part of a name]');
  process.exit(2);
}
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
    'games',
    '/',
    async (page) => {
      await page.getByRole('tab', { name: 'Games' }).click();
      await page.getByRole('button', { name: 'An example game' }).click();
      await page.locator('.games li').first().waitFor();
    },
  ],
  ['endgames', '/endgames', (page) => page.getByText('White wins: mate in 19').waitFor()],
  ['practise', '/practise', (page) => page.locator('main h1').waitFor()],
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

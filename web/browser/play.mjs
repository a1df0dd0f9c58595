// Playing against the engine, and lines that grow while one watches.

const START = 'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1';
const at64 = (fen) => '/analyse?fen=' + encodeURIComponent(fen);

export async function playTests({ run, at, check, accessible }) {
  await run('play: the engine answers at a rating, a move is taken back with a reason, the game is kept', {}, async (page) => {
    await page.goto(at(at64(START)));
    await page.getByRole('tab', { name: 'Play a game' }).click();
    await page.getByLabel('Against a rating of').fill('1000');
    await accessible(page, 'play');
    await page.getByRole('button', { name: 'New game' }).click();
    await page.getByText('Your move.').waitFor();
    const moves = page.locator('.movelist .move');
    const play = async (move, count) => {
      await page.getByLabel('Type a move').fill(move);
      await page.keyboard.press('Enter');
      await page.waitForFunction((n) => document.querySelectorAll('.movelist .move').length === n, count);
      await page.getByText('Your move.').waitFor();
    };
    await play('e4', 2);
    await play('g4', 4);
    check((await page.locator('.evalnumber').count()) === 0, 'who plays is not told how he stands');
    await page.getByRole('button', { name: 'Take back' }).click();
    await page.getByRole('heading', { name: 'g4 was taken back' }).waitFor();
    await page.getByRole('region', { name: 'Taken back' }).locator('.told').first().waitFor();
    check((await moves.count()) === 2, 'the move and the answer are gone');
    await accessible(page, 'taken back');
    await play('Nf3', 4);
    await page.getByRole('button', { name: 'Give up' }).click();
    await page.getByText('You gave up').waitFor();
    await page.getByRole('button', { name: 'Comment on this game' }).click();
    await page.locator('.player', { hasText: 'Philidor 1000' }).waitFor();
    await page.locator('.analyse .jobline, .movelist .comment').first().waitFor({ timeout: 60_000 });
    check(page.url().includes('game='), page.url());
  });

  await run('play: from any position, with Black, to mate', {}, async (page) => {
    await page.goto(at(at64('6k1/5ppp/8/8/8/8/1q3PPP/6K1 w - - 0 1')));
    await page.getByRole('tab', { name: 'Play a game' }).click();
    await page.getByLabel('Black').check();
    await page.getByRole('button', { name: 'From this position' }).click();
    await page.getByText('Your move.').waitFor();
    check((await page.locator('.stage .orientation-black').count()) === 1, 'Black is below');
    const mate = await page.evaluate(() => document.querySelectorAll('.movelist .move').length);
    check(mate === 1, 'White has moved');
    await page.getByLabel('Type a move').fill('Qb1');
    await page.keyboard.press('Enter');
    await page.locator('.movelist .move').nth(1).waitFor();
  });
}

// Games come in from anywhere and are found again.

const game = (n, moves, result) => `[Event "Open ${n % 7}"]\n[White "Player ${n}"]\n[Black "Other ${n % 50}"]\n[Date "${1990 + (n % 30)}.01.01"]\n[Result "${result}"]\n\n${moves} ${result}\n\n`;

export async function libraryTests({ run, at, check, accessible }) {
  const openGames = async (page) => {
    await page.goto(at('/analyse'));
    await page.getByRole('tab', { name: 'Games' }).click();
  };
  const add = async (page, text) => {
    await page.getByLabel('Paste games (PGN), or drop a file anywhere').fill(text);
    await page.getByRole('button', { name: 'Add', exact: true }).click();
  };
  const names = (page) => page.locator('.games b').allTextContents();

  await run('library: a faulty move costs no game, and its text stays to be mended', {}, async (page) => {
    await openGames(page);
    const text = '[White "Whole"]\n[Black "One"]\n\n1. e4 e5 *\n\n[White "Torn"]\n[Black "Two"]\n\n1. e4 e5 2. Qh6 Nf6 *\n\n[White "Third"]\n[Black "Three"]\n\n1. d4 *\n';
    await add(page, text);
    await page.getByText('Line 9: Qh6 is not legal').waitFor();
    const box = page.getByLabel('Paste games (PGN), or drop a file anywhere');
    check((await box.inputValue()).includes('Qh6'), 'the text is still there');
    for (const name of ['Whole – One', 'Torn – Two', 'Third – Three']) await page.locator('.games b', { hasText: name }).waitFor();
    await accessible(page, 'library with messages');
  });

  await run('library: comments on all games found, beyond the page, in the background', { allow: ['404 (Not Found)'] }, async (page) => {
    await page.addInitScript(() => localStorage.setItem('manner', '{"effort":"quick"}'));
    await openGames(page);
    // Short games, more than a page holds.
    const many = Array.from({ length: 30 }, (_, n) => `[White "Batch ${n}"]\n[Black "Commented"]\n[Date "2001.01.${String(n + 1).padStart(2, '0')}"]\n\n1. f3 e5 2. g4 Qh4# 0-1\n\n`).join('');
    await add(page, many);
    await page.getByLabel('Find players, events, openings, years, results').fill('batch commented');
    await page.getByText('1–25 of 30').waitFor();
    await page.getByRole('button', { name: 'Comment on all games found: 30' }).click();
    await page.locator('.tabpanel .jobline progress').waitFor();
    await accessible(page, 'comments on all games');
    // Somebody who comes back finds it at work, or done.
    await openGames(page);
    await page.getByLabel('Find players, events, openings, years, results').fill('batch commented');
    await page.waitForFunction(async () => (await (await fetch('/api/games?text=batch+commented&annotated=true')).json()).found === 30, undefined, { timeout: 120_000 });
    await page.waitForFunction(() => document.querySelectorAll('.games li').length === 25 && [...document.querySelectorAll('.games li')].every((li) => li.textContent.includes('commented')));
    check((await page.getByRole('button', { name: /Comment on all games found/ }).count()) <= 1, 'offered once at most');
    const again = await page.evaluate(() => fetch('/api/library/annotate', { method: 'POST', headers: { 'Content-Type': 'application/json' }, body: JSON.stringify({ games: { text: 'batch commented' } }) }).then((r) => r.status));
    check(again === 404, `nothing is left to do: ${again}`);
  });

  await run('library: a position, German letters and figurines are understood', {}, async (page) => {
    await openGames(page);
    await add(page, '[White "Deutsch"]\n[Black "Partie"]\n\n1. e4 e5 2. Sf3 Sc6 3. Lb5 a6 4. 0-0 Sf6 5. Te1 *');
    await page.locator('.player', { hasText: 'Deutsch' }).waitFor();
    await page.locator('.movelist .move', { hasText: 'Re1' }).waitFor();
    await add(page, '[White "Figur"]\n[Black "Ine"]\n\n1. e4 e5 2. ♘f3 ♞c6 *');
    await page.locator('.player', { hasText: 'Figur' }).waitFor();
    await page.locator('.movelist .move', { hasText: 'Nc6' }).waitFor();
    await add(page, '6k1/5ppp/8/8/8/8/5PPP/4R1K1 w - - 0 1');
    await page.waitForURL(/6k1%2F5ppp/);
    await page.getByLabel('Type a move').fill('Te8');
    await page.keyboard.press('Enter');
    await page.locator('.movelist [aria-current]', { hasText: 'Re8#' }).waitFor();
  });

  await run('library: a file of five megabytes streams in, pages and words find its games', {}, async (page) => {
    await openGames(page);
    const lines = ['1. e4 c5 2. Nf3 d6 3. d4 cxd4 4. Nxd4 Nf6 5. Nc3 a6', '1. d4 Nf6 2. c4 g6 3. Nc3 d5', '1. e4 e5 2. Nf3 Nc6 3. Bb5 a6'];
    const filler = ` {${'A long comment that makes the file large. '.repeat(40)}}`;
    let text = '';
    for (let n = 0; n < 3000; n++) text += game(n, lines[n % 3] + filler, ['1-0', '0-1', '1/2-1/2'][n % 3]);
    check(text.length > 5_000_000, `${text.length} bytes`);
    const began = Date.now();
    await page.getByLabel('PGN file').setInputFiles({ name: 'many.pgn', mimeType: 'application/x-chess-pgn', buffer: Buffer.from(text) });
    await page.getByRole('progressbar', { name: 'Games come in' }).waitFor();
    await page.getByText('Added to the library: 3,000.').waitFor({ timeout: 120_000 });
    console.log(`      3,000 games, ${(text.length / 1e6).toFixed(1)} MB, in ${((Date.now() - began) / 1000).toFixed(1)} s`);
    const search = page.getByLabel('Find players, events, openings, years, results');
    await search.fill('najdorf other 2005');
    await page.waitForFunction(() => document.querySelectorAll('.games li').length > 0 && [...document.querySelectorAll('.games small')].every((s) => s.textContent.includes('2005') && s.textContent.includes('Najdorf')));
    await search.fill('grunfeld');
    await page.getByText('1–25 of 1,000').waitFor();
    const first = await names(page);
    await page.getByRole('button', { name: 'Next page' }).click();
    await page.getByText('26–50 of 1,000').waitFor();
    await page.waitForFunction((was) => document.querySelector('.games b')?.textContent !== was, first[0]);
    await search.fill('');
    await page.getByRole('combobox', { name: 'Result' }).selectOption('1/2-1/2');
    await page.getByText('of 1,000').waitFor();
    await page.getByRole('combobox', { name: 'Order' }).selectOption('white');
    await page.waitForFunction(() => [...document.querySelectorAll('.games b')].find((b) => b.textContent.startsWith('Player'))?.textContent.startsWith('Player 1001'));
    await accessible(page, 'library');
  });
}

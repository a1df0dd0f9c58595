// All games of a player together: chosen by name, looked at with progress, told with proof, practised.

/** A player who falls for the same mate again and again, against others who do not. */
const FOOLED = '1. e4 e5 2. Qh5 Nc6 3. Bc4 Nf6 4. Qxf7#';
const OTHERS = ['Ash', 'Birch', 'Cedar', 'Dogwood', 'Elm', 'Fir', 'Gum', 'Hazel'];
const games = (count) =>
  Array.from({ length: count }, (_, n) => {
    const tags = [`White "${OTHERS[n % 8]}, No ${n}"`, 'Black "Pat Planter"', `Date "${1990 + n}.01.01"`, 'WhiteElo "1400"', 'BlackElo "1450"', 'Result "1-0"'];
    return `${tags.map((tag) => `[${tag}]`).join('\n')}\n\n${FOOLED} 1-0\n\n`;
  }).join('');

export async function profileTests({ run, at, check, accessible }) {
  await run('profile: an empty library invites to bring games', {}, async (page) => {
    await page.route('**/api/library/facets', (route) => route.fulfill({ json: { endings: [], themes: [], players: [] } }));
    await page.goto(at('/profile'));
    await page.getByRole('heading', { name: 'Your games are not here yet' }).waitFor();
    await accessible(page, 'profile, empty');
    await page.getByRole('link', { name: 'Bring your games' }).click();
    await page.getByLabel('Paste games (PGN), or drop a file anywhere').waitFor();
  });

  await run('profile: names are offered, a planted habit is found, its moves and drills are a click away', { allow: ['404 (Not Found)'] }, async (page) => {
    await page.goto(at('/profile'));
    await page.evaluate((pgn) => fetch('/api/games', { method: 'POST', headers: { 'Content-Type': 'application/json' }, body: JSON.stringify({ pgn }) }), games(18));
    await page.reload();
    const name = page.getByRole('combobox', { name: 'Player' });
    const start = page.getByRole('button', { name: 'Look at these games' });
    await name.fill('Pat Plantar');
    await start.click();
    await page.getByText('Pat Planter (18)').waitFor();
    await name.fill('planter, pat');
    await start.click();
    // Cancelled, and gone on with where it was.
    await page.locator('.profile progress').waitFor();
    await accessible(page, 'profile at work');
    await page.locator('.profile').getByRole('button', { name: 'Cancel' }).click();
    await page.locator('.profile .state.cancelled').waitFor();
    await start.click();
    const habit = page.getByRole('region', { name: 'One thing to work on' });
    await habit.getByText('Moves that allowed a mate: 18 of').waitFor({ timeout: 120_000 });
    await page.getByRole('heading', { name: /^Pat Planter: 18 games, 1990\.01\.01 to 2007/ }).waitFor();
    await page.locator('.resulttables tr', { hasText: 'Black' }).filter({ hasText: '0.0 %' }).first().waitFor();
    await page.locator('.counted li.out summary').first().click();
    await page.locator('.counted li.out .places a').first().waitFor();
    await accessible(page, 'profile');
    // Told in another language.
    await page.getByLabel('Language').selectOption('de');
    await page.getByText('Züge, die ein Matt zuließen: 18 von').waitFor();
    await page.getByRole('heading', { name: 'Alle deine Partien zusammen' }).waitFor();
    await page.waitForTimeout(200);
    const missing = await page.evaluate(() => [...(globalThis.wordsWithoutTranslation ?? [])]);
    check(missing.length === 0, missing.join(' | '));
    await page.getByLabel('Sprache').selectOption('en');
    await habit.getByText('Moves that allowed a mate: 18 of').waitFor();
    // A board of the habit leads to the move in its game.
    await habit.locator('.boards a').first().click();
    await page.waitForURL(/game=\d+&at=6/);
    await page.locator('.movelist [aria-current]', { hasText: 'Nf6' }).waitFor();
    await page.goBack();
    await habit.getByRole('button', { name: 'Practise it' }).click();
    await habit.getByRole('link', { name: 'Go and practise' }).click();
    await page.getByRole('heading', { name: 'From your own games' }).waitFor();
    await page.getByText('Black to move. What would you play?').waitFor();
    await accessible(page, 'habit drill');
    await page.getByRole('button', { name: 'Show the answer' }).click();
    await page.getByText('click to see where it leads').waitFor();
    await page.getByRole('link', { name: 'Open the game' }).click();
    await page.waitForURL(/game=\d+&at=5/);
  });

  await run('profile: on a phone nothing is too wide', { viewport: { width: 390, height: 844 } }, async (page) => {
    await page.goto(at('/profile'));
    await page.getByRole('heading', { name: /^Pat Planter: 18 games/ }).waitFor();
    const over = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
    check(over <= 0, `${over} pixels too wide`);
    await accessible(page, 'profile on a phone');
    await page.getByRole('button', { name: 'Forget this profile' }).click();
    await page.getByRole('heading', { name: 'Whose games?' }).waitFor();
  });
}

// What must hold in every place: nothing for axe to complain about at any width and in any colours, every word in German, the
// keyboard alone, and a page that opens without its server.

const PLACES = [
  ['analyse', '/analyse', '.words[aria-busy=false]'],
  ['moves', '/analyse?tab=lines', '.lines li'],
  ['openings', '/analyse?tab=openings', '.tabpanel .hint'],
  ['features', '/analyse?tab=features', '.featurebars'],
  ['play', '/analyse?tab=play', '.tabpanel button'],
  ['games', '/analyse?tab=games', '.tabpanel textarea'],
  ['endgames', '/endgames', '.verdict'],
  ['theory', '/endgames?tab=theory', '.verdict'],
  ['practise', '/practise', '.cardrow'],
  ['profile', '/profile', '.profile h2'],
  ['lab', '/lab', '#recipe'],
  ['api', '/api-reference', 'main h1'],
];
const LOOKS = [
  ['light', { theme: 'light' }],
  ['dark', { theme: 'dark' }],
  ['contrast', { theme: 'light', contrast: true }],
];
const WIDTHS = [
  ['1440', { width: 1440, height: 900 }],
  ['1024', { width: 1024, height: 768 }],
  ['390', { width: 390, height: 844 }],
];
const quick = (page, more = {}) => page.addInitScript((kept) => localStorage.getItem('manner') ?? localStorage.setItem('manner', JSON.stringify({ effort: 'quick', ...kept })), more);

export async function everywhereTests({ run, at, check, accessible, server, restart }) {
  for (const [width, viewport] of WIDTHS) {
    for (const [name, look] of LOOKS) {
      await run(`everywhere: ${width} pixels, ${name}`, { viewport }, async (page) => {
        await quick(page);
        await page.addInitScript((chosen) => localStorage.setItem('look', JSON.stringify(chosen)), look);
        for (const [place, path, there] of PLACES) {
          await page.goto(at(path));
          await page.locator(there).first().waitFor({ timeout: 60_000 });
          const over = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
          check(over <= 0, `${place} is ${over} pixels too wide`);
          await accessible(page, `${place}, ${width}, ${name}`);
        }
      });
    }
  }

  await run('everywhere: German has every word', {}, async (page) => {
    await quick(page, { language: 'de' });
    // Motifs and concepts to choose from, whatever the games of earlier tests hold.
    await page.route('**/api/library/facets', async (route) => {
      const found = await (await route.fetch()).json();
      const more = ['pin', 'xRayAttack', 'bishop pair', 'pinned piece'].map((name) => ({ name, games: 1 }));
      await route.fulfill({ json: { ...found, themes: [...found.themes.filter(({ name }) => !more.some((one) => one.name === name)), ...more], endings: [{ name: 'rook', games: 1 }] } });
    });
    for (const [place, path, there] of PLACES.filter(([name]) => name !== 'api')) {
      await page.goto(at(path));
      await page.locator(there).first().waitFor({ timeout: 60_000 });
      await page.locator('.skip', { hasText: 'Zum Inhalt' }).waitFor({ state: 'attached' });
      await page.waitForTimeout(300);
      const missing = await page.evaluate(() => [...(globalThis.wordsWithoutTranslation ?? [])]);
      // Names of engines are names.
      const engines = await page.evaluate(() => fetch('/api/engines').then((r) => r.json()).then((all) => all.map((engine) => engine.name)));
      const words = missing.filter((text) => !engines.includes(text));
      check(words.length === 0, `${place}: ${words.join(' | ')}`);
    }
  });

  await run('everywhere: the first words in the starting position make sense', {}, async (page) => {
    await page.goto(at('/analyse?fen=' + encodeURIComponent('rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1')));
    await page.locator('.words[aria-busy=false]').waitFor({ timeout: 120_000 });
    const words = await page.locator('.words').textContent();
    check(/1\.e4/.test(words) && /1\.d4/.test(words), `1.e4 and 1.d4 are among the choices: ${words}`);
    check(!/1\.e3/.test(words) && !/pawns with e3/.test(words), `no e3: ${words}`);
    await page.locator('.told .sentence').nth(1).click();
    const grounds = await page.locator('.grounds').allTextContents();
    check(grounds.every((text) => !/[a-h][1-8][a-h][1-8]|search:/.test(text)), `grounds are words: ${grounds.join(' | ')}`);
  });

  await run('everywhere: the main line of the Grünfeld stays in the table of openings', {}, async (page) => {
    await page.goto(at('/analyse'));
    const found = await page.evaluate(async () => {
      const moves = '1. d4 Nf6 2. c4 g6 3. Nc3 d5 4. cxd5 Nxd5 5. e4 Nxc3 6. bxc3 Bg7 7. Nf3 c5 8. Rb1 O-O 9. Be2 cxd4 10. cxd4 *';
      const post = (path, body) => fetch(path, { method: 'POST', headers: { 'Content-Type': 'application/json' }, body: JSON.stringify(body) }).then((r) => r.json());
      const { games } = await post('/api/games', { pgn: `[White "Main"]\n[Black "Line"]\n\n${moves}\n` });
      let job = await post(`/api/games/${games[0].id}/annotate`, { nodes: 2000 });
      while (job.state !== 'done') {
        await new Promise((resolve) => setTimeout(resolve, 300));
        job = await fetch(`/api/jobs/${job.id}`).then((r) => r.json());
        if (job.state === 'failed') return job.error;
      }
      return (await fetch(`/api/games/${games[0].id}/annotation.json`).then((r) => r.json())).opening;
    });
    check(found.left_at >= 16, `left after ${JSON.stringify(found)}`);
  });

  await run('everywhere: once loaded, the page opens without its server', { allow: ['Failed to load resource', 'net::ERR', 'ERR_INTERNET'] }, async (page) => {
    if (process.env.PAGE) return;
    await page.goto(at('/analyse'));
    await page.locator('.words[aria-busy=false]').waitFor({ timeout: 60_000 });
    await page.waitForFunction(async () => (await navigator.serviceWorker.getRegistration())?.active?.state === 'activated', undefined, { timeout: 20_000 });
    await page.waitForFunction(async () => {
      const names = await caches.keys();
      return names.length === 1 && (await (await caches.open(names[0])).keys()).length > 10;
    });
    await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
    const { port } = server();
    await server().stop('SIGKILL');
    await page.goto(at('/analyse'));
    await page.locator('.player', { hasText: 'Paul Morphy' }).waitFor();
    await page.getByText('The server does not answer. Start it again').waitFor();
    await page.goto(at('/practise'));
    await page.getByRole('link', { name: 'Practise' }).waitFor();
    await restart(port);
  });

  await run('everywhere: stepping through a game never waits for an answer', {}, async (page) => {
    await page.goto(at('/analyse'));
    await page.locator('.movelist .move').first().waitFor();
    await page.keyboard.press('Home');
    const slowest = await page.evaluate(async () => {
      let worst = 0;
      for (let i = 0; i < 33; i++) {
        const began = performance.now();
        document.body.dispatchEvent(new KeyboardEvent('keydown', { key: 'ArrowRight', bubbles: true }));
        await new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)));
        worst = Math.max(worst, performance.now() - began);
      }
      return worst;
    });
    console.log(`      the slowest step took ${Math.round(slowest)} ms`);
    check(slowest < 500, `${slowest} ms`);
  });

  await run('everywhere: a newcomer brings a game and walks through it with the keyboard alone', {}, async (page) => {
    await quick(page);
    await page.goto(at('/'));
    await page.getByLabel('Your game').waitFor();
    const reach = async (what, matches) => {
      for (let i = 0; i < 120; i++) {
        await page.keyboard.press('Tab');
        if (await page.evaluate(matches)) return;
      }
      throw new Error(`${what} is never reached by Tab`);
    };
    await reach('the box', () => document.activeElement?.tagName === 'TEXTAREA');
    await page.keyboard.type('1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 4. Ba4 Nf6');
    await reach('the button', () => document.activeElement?.textContent === 'Look at my game');
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: 'Comment on the game' }).waitFor();
    await page.keyboard.press('End');
    await page.locator('.movelist [aria-current]', { hasText: 'Nf6' }).waitFor();
    await page.keyboard.press('ArrowLeft');
    await page.locator('.movelist [aria-current]', { hasText: 'Ba4' }).waitFor();
    await reach('the tabs', () => document.activeElement?.getAttribute('role') === 'tab');
    await page.keyboard.press('ArrowRight');
    await page.locator('.lines li').first().waitFor({ timeout: 60_000 });
    await page.keyboard.press('ArrowRight');
    await page.getByText('Ruy Lopez', { exact: false }).first().waitFor();
  });
}

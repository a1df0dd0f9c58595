// The analysis board as a reader uses it: a newcomer's first minute, lines of the tutor, own work, addresses, setting up.

const START = 'rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1';
const OPERA = '1. e4 e5 2. Nf3 d6 3. d4 Bg4 4. dxe5 Bxf3 5. Qxf3 dxe5 6. Bc4 Nf6 7. Qb3 Qe7 8. Nc3 c6 9. Bg5 b5 10. Nxb5 cxb5';
/** After 6…Nf6 of the opera game, where one move is the only good one. */
const AFTER_NF6 = 'rn1qkb1r/ppp2ppp/5n2/4p3/2B1P3/5Q2/PPP2PPP/RNB1K2R w KQkq - 2 7';
const at64 = (fen) => '/analyse?fen=' + encodeURIComponent(fen);
const settled = (page) => page.locator('.words[aria-busy=false]').waitFor({ timeout: 90_000 });
const lastMove = (page) => page.evaluate(() => [...document.querySelectorAll('cg-board square.last-move')].map((s) => s.cgKey).sort().join());
const current = (page) => page.locator('.movelist [aria-current]').textContent();

/** Keeps a game in the library and returns its number. */
async function keep(page, pgn) {
  return page.evaluate(async (text) => {
    const response = await fetch('/api/games', { method: 'POST', headers: { 'Content-Type': 'application/json' }, body: JSON.stringify({ pgn: text }) });
    return (await response.json()).games[0].id;
  }, pgn);
}

async function drag(page, from, to, flipped = false) {
  const box = await page.locator('.stage cg-board').boundingBox();
  const spot = (square) => {
    const [file, rank] = ['abcdefgh'.indexOf(square[0]), Number(square[1])];
    const [x, y] = flipped ? [7 - file, rank - 1] : [file, 8 - rank];
    return [box.x + (x + 0.5) * (box.width / 8), box.y + (y + 0.5) * (box.height / 8)];
  };
  await page.mouse.move(...spot(from));
  await page.mouse.down();
  await page.mouse.move(...spot(to), { steps: 4 });
  await page.mouse.up();
}

const play = async (page, ...moves) => {
  for (const move of moves) {
    await page.getByLabel('Type a move').fill(move);
    await page.keyboard.press('Enter');
    await page.locator('.movelist [aria-current]', { hasText: move }).waitFor();
  }
};

export async function boardTests({ run, at, check, accessible, server, restart }) {
  await run('board: a newcomer sees a game where it turned, with words, and is asked for one', {}, async (page) => {
    const began = Date.now();
    await page.goto(at('/'));
    await page.locator('.movenote .comment').waitFor();
    console.log(`      first words after ${Date.now() - began} ms`);
    check((await current(page)).includes('??'), 'the game stands at its turning point');
    await page.locator('.player', { hasText: 'Paul Morphy' }).waitFor();
    await page.getByRole('heading', { name: 'Now your own game' }).waitFor();
    const chart = await page.locator('.gamechart svg').count();
    check(chart === 1, 'its evaluation is drawn');
    await accessible(page, 'first view');
    await page.getByLabel('Your game').fill('1. e4 e5 2. Qh5 Ke7 3. Qxe5#');
    await page.getByRole('button', { name: 'Look at my game' }).click();
    await page.getByRole('button', { name: 'Comment on the game' }).waitFor();
    check((await page.getByRole('heading', { name: 'Now your own game' }).count()) === 0, 'the invitation is gone');
  });

  await run('board: every candidate plays its own move, also where one is the only good one', {}, async (page) => {
    await page.goto(at(at64(AFTER_NF6)));
    await settled(page);
    const all = page.locator('.told.candidates .sentence');
    const texts = await all.allTextContents();
    check(texts.length >= 2, texts.join(' | '));
    for (const [i, text] of texts.entries()) {
      await all.nth(i).click();
      const first = page.locator('.linebanner .steps button').first();
      await first.waitFor();
      const san = text.match(/\d+(?:\.|…)\s*([^\s.…]+)/)?.[1];
      check((await first.textContent()) === san, `“${text}” begins with ${await first.textContent()}`);
      await page.keyboard.press('Escape');
      await page.locator('.linebanner').waitFor({ state: 'detached' });
    }
  });

  await run('board: a line is a mode of its own: keys, drags on what is seen, continue, Escape', {}, async (page) => {
    await page.goto(at(at64(AFTER_NF6)));
    await settled(page);
    await page.locator('.told.candidates .sentence').last().click();
    const steps = page.locator('.linebanner .steps button');
    await steps.nth(1).waitFor();
    await page.keyboard.press('ArrowRight');
    await steps.first().click();
    const first = await steps.first().textContent();
    check((await page.locator('.linebanner [aria-current]').textContent()) === first, 'a click on a move of the line goes there');
    await accessible(page, 'line');
    // The board that is seen has Black to move: a black pawn can be dragged, and the line's move comes along.
    await drag(page, 'a7', 'a5');
    await page.locator('.linebanner').waitFor({ state: 'detached' });
    check((await current(page)) === 'a5', `dragged on the line's board, at ${await current(page)}`);
    const moves = await page.locator('.movelist .move').allTextContents();
    check(moves[0] === first && moves[1] === 'a5', moves.join(' '));
    await page.getByRole('button', { name: 'Undo' }).click();
    await page.getByRole('button', { name: 'Undo' }).click();
    await settled(page);
    await page.locator('.told.candidates .sentence').last().click();
    await steps.nth(1).click();
    await page.getByRole('button', { name: 'Continue from here' }).click();
    check((await page.locator('.movelist .move').count()) === 2, 'the line is the reader’s now');
    await page.keyboard.press('ArrowLeft');
    await page.keyboard.press('ArrowLeft');
    await settled(page);
    await page.locator('.told.candidates .sentence').last().click();
    await page.locator('.linebanner').waitFor();
    await page.keyboard.press('Escape');
    await page.locator('.linebanner').waitFor({ state: 'detached' });
  });

  await run('board: moves on a free board outlive a reload and a visit elsewhere', {}, async (page) => {
    await page.goto(at(at64(START)));
    await play(page, 'e4', 'c5', 'Nf3');
    await page.keyboard.press('ArrowLeft');
    await page.waitForURL(/pp1ppppp.*4P3.*%20w%20/);
    await page.reload();
    await page.locator('.movelist .move').nth(2).waitFor();
    check((await current(page)) === 'c5', 'the place is kept too');
    await page.getByRole('link', { name: 'Endgames' }).click();
    await page.getByText('White wins: mate in 19 moves').waitFor();
    await page.getByRole('link', { name: 'Analyse' }).click();
    await page.locator('.movelist .move').nth(2).waitFor();
    check((await current(page)) === 'c5', 'and after a visit');
  });

  await run('board: own moves and notes stay in a game: reload, comments, a killed server', { allow: ['Failed to load resource', 'net::ERR'] }, async (page) => {
    await page.goto(at('/analyse'));
    const id = await keep(page, `[White "Own"]\n[Black "Work"]\n\n${OPERA} *`);
    await page.goto(at(`/analyse?game=${id}&at=12`));
    await play(page, 'Qxf6');
    await page.getByRole('button', { name: '✎ Note' }).click();
    await page.getByLabel('Your note').fill('too greedy');
    await page.getByRole('button', { name: 'Keep', exact: true }).click();
    await page.getByRole('button', { name: 'Mark with ??' }).click();
    await page.locator('.movelist .variation.own', { hasText: 'Qxf6??' }).waitFor();
    await page.reload();
    await page.locator('.movelist .variation.own', { hasText: 'too greedy' }).waitFor();
    check((await current(page)).includes('Qxf6'), 'the place in the variation is kept');
    check(page.url().includes('at=12~f3f6'), page.url());
    await page.locator('summary', { hasText: 'How the tutor speaks' }).click();
    await page.getByLabel('Effort').first().selectOption('quick');
    await page.getByRole('button', { name: 'Comment on the game' }).click();
    await page.getByRole('button', { name: 'Comment again' }).waitFor({ timeout: 300_000 });
    await page.locator('.movelist .variation.own', { hasText: 'too greedy' }).waitFor();
    check((await current(page)).includes('Qxf6'), 'the place stays when the comments come');
    const { port } = server();
    await server().stop('SIGKILL');
    await page.getByText('The server does not answer. Start it again').waitFor();
    await page.getByRole('button', { name: 'Mark with ??' }).click();
    await restart(port);
    await page.getByText('The server is back.').waitFor();
    check((await current(page)).includes('Qxf6'), 'and when the server comes back');
    await page.waitForTimeout(1500);
    await page.reload();
    await page.locator('.movelist .variation.own', { hasText: 'too greedy' }).waitFor();
    check(!(await current(page)).includes('??'), 'what was changed meanwhile is kept');
    await page.getByRole('button', { name: 'Delete from here' }).click();
    await page.locator('.movelist .variation.own').waitFor({ state: 'detached' });
    await page.getByRole('button', { name: 'Undo' }).click();
    await page.locator('.movelist .variation.own', { hasText: 'too greedy' }).waitFor();
  });

  await run('board: one score everywhere', {}, async (page) => {
    await page.goto(at(at64(AFTER_NF6)));
    await settled(page);
    const number = await page.locator('.evalnumber').textContent();
    const words = await page.locator('.words').textContent();
    check(words.includes(`(${number})`), `the bar says ${number}, the words ${words}`);
    check((await page.locator('.evalbar').getAttribute('aria-label')).includes(number), 'the bar has the number too');
    await page.getByRole('tab', { name: 'Moves' }).click();
    await page.locator('.lines .score').first().waitFor();
    check((await page.locator('.lines .score').first().textContent()) === number, 'and so has the list');
  });

  await run('board: why not this? Words about an own move appear beside the board at once', {}, async (page) => {
    await page.addInitScript(() => localStorage.setItem('manner', '{"effort":"quick"}'));
    await page.goto(at('/analyse'));
    const id = await keep(page, `[White "Why"]\n[Black "Not"]\n\n${OPERA} *`);
    await page.goto(at(`/analyse?game=${id}&at=12`));
    check((await page.locator('.ownmove').count()) === 0, 'a move of the game is no own move');
    // A queen for a knight.
    await play(page, 'Qxf6');
    const told = page.locator('.movenote .ownmove');
    await told.locator('.sentence').first().waitFor({ timeout: 30_000 });
    const words = await told.textContent();
    check(/Qxf6/.test(words) && /queen|blunder|mistake/i.test(words), words);
    const board = await page.locator('.stage cg-board').boundingBox();
    const place = await told.boundingBox();
    check(place.x >= board.x + board.width - 1 && place.y < board.y + board.height, 'beside the board');
    await told.locator('.sentence').first().click();
    await page.locator('.linebanner').waitFor();
    await accessible(page, 'why not this');
    await page.keyboard.press('Escape');
    // Whatever else is looked at.
    await page.getByRole('tab', { name: 'Features' }).click();
    await told.locator('.sentence').first().waitFor();
    await page.getByRole('button', { name: 'Previous move' }).click();
    await told.waitFor({ state: 'detached' });
  });

  await run('board: one score on a commented game, after the server has forgotten its searches too', { allow: ['Failed to load resource', 'net::ERR'] }, async (page) => {
    await page.addInitScript(() => localStorage.setItem('manner', '{"effort":"quick"}'));
    await page.goto(at('/analyse'));
    const id = await keep(page, `[White "One"]\n[Black "Score"]\n\n${OPERA} *`);
    await page.goto(at(`/analyse?game=${id}&at=11`));
    await page.getByRole('button', { name: 'Comment on the game' }).click();
    await page.getByRole('button', { name: 'Comment again' }).waitFor({ timeout: 300_000 });
    const { port } = server();
    await server().stop('SIGKILL');
    await restart(port);
    // Now everybody looks farther than the comments did.
    await page.addInitScript(() => localStorage.setItem('manner', '{"effort":"usual"}'));
    for (const ply of [9, 11, 12, 13]) {
      await page.goto(at(`/analyse?game=${id}&at=${ply}`));
      const number = page.locator('.evalnumber');
      await number.waitFor();
      const before = await number.textContent();
      await page.locator('.side .words[aria-busy=false]').waitFor({ timeout: 120_000 });
      check((await number.textContent()) === before, `after ${ply} half-moves the bar says ${before}, then ${await number.textContent()}`);
      const words = (await page.locator('.told.candidates .sentence').allTextContents()).join(' ');
      check(words.includes(`(${before})`), `the comments say ${before}, the words ${words}`);
      await page.getByRole('tab', { name: 'Moves' }).click();
      await page.locator('.lines .score').first().waitFor({ timeout: 60_000 });
      const list = await page.locator('.lines .score').first().textContent();
      check(list === before && (await number.textContent()) === before, `the comments say ${before}, the list ${list}`);
    }
  });

  await run('board: the address names game and move, Back goes back, a drill opens its move', {}, async (page) => {
    await page.goto(at('/analyse'));
    const one = await keep(page, `[White "First"]\n[Black "Game"]\n\n${OPERA} *`);
    const two = await keep(page, '[White "Second"]\n[Black "Game"]\n\n1. d4 d5 2. c4 e6 3. Nc3 Nf6 *');
    await page.goto(at(`/analyse?game=${one}&at=7`));
    await page.locator('.movelist [aria-current]', { hasText: 'dxe5' }).waitFor();
    await page.keyboard.press('ArrowRight');
    await page.waitForURL(/at=8$/);
    await page.getByRole('tab', { name: 'Games' }).click();
    await page.locator('.games .joblink', { hasText: 'Second' }).click();
    await page.waitForURL(new RegExp(`game=${two}`));
    await page.goBack();
    await page.locator('.movelist [aria-current]', { hasText: 'Bxf3' }).waitFor();
    check(page.url().includes(`game=${one}&at=8`), page.url());
    await page.goForward();
    await page.locator('.player', { hasText: 'Second' }).waitFor();
    // As drills name it: the game and the position.
    await page.goto(at(`/analyse?game=${one}&fen=${encodeURIComponent(AFTER_NF6)}`));
    await page.locator('.movelist [aria-current]', { hasText: 'Nf6' }).waitFor();
  });

  await run('board: at 1024×768 moves follow in view and words stand beside the board', { viewport: { width: 1024, height: 768 } }, async (page) => {
    await page.goto(at('/analyse'));
    const id = await keep(page, `[White "Narrow"]\n[Black "Window"]\n\n${OPERA} *`);
    await page.goto(at(`/analyse?game=${id}`));
    await page.locator('.player', { hasText: 'Narrow' }).waitFor();
    await page.keyboard.press('End');
    await page.locator('.movelist [aria-current]', { hasText: 'cxb5' }).waitFor();
    const box = await page.locator('.movelist [aria-current]').boundingBox();
    check(box.y > 0 && box.y + box.height < 768, `the current move is at ${box.y}`);
    const board = await page.locator('.stage cg-board').boundingBox();
    const note = await page.locator('.movenote').boundingBox();
    check(note.x > board.x + board.width - 1 && note.y < 768, 'the words are beside the board');
  });

  await run('board: on a phone the board stays in view with the words of the move', { viewport: { width: 390, height: 844 } }, async (page) => {
    await page.goto(at('/'));
    await settled(page);
    const inView = async (locator) => {
      const box = await locator.boundingBox();
      return box !== null && box.y >= -1 && box.y + box.height <= 845;
    };
    check(await inView(page.locator('.movenote h2')), 'the words of the move are in view');
    await page.locator('.told.candidates .sentence').last().click();
    await page.locator('.linebanner').waitFor();
    check(await inView(page.locator('.stage cg-board')), 'the board is in view where a sentence was tapped');
    await accessible(page, 'phone');
    await page.keyboard.press('Escape');
    await page.evaluate(() => scrollTo(0, 0));
    await page.getByRole('button', { name: 'Next move' }).click();
    await page.locator('.movenote .comment', { hasText: 'offers the queen' }).waitFor();
    check(await inView(page.locator('.movenote .comment')), 'stepping shows words');
  });

  await run('board: coordinates on both sides, with contrast', {}, async (page) => {
    const look = () =>
      page.evaluate(() => {
        const canvas = document.createElement('canvas').getContext('2d');
        const rgb = (colour) => {
          canvas.fillStyle = colour;
          canvas.fillRect(0, 0, 1, 1);
          return [...canvas.getImageData(0, 0, 1, 1).data].slice(0, 3);
        };
        const luminance = (c) => c.map((v) => v / 255).map((v) => (v <= 0.03928 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4)).reduce((sum, v, i) => sum + v * [0.2126, 0.7152, 0.0722][i], 0);
        const probe = (name) => {
          const box = document.createElement('i');
          box.style.setProperty('color', `var(${name})`);
          document.body.append(box);
          const { color } = getComputedStyle(box);
          box.remove();
          return rgb(color);
        };
        const squares = [probe('--light-square'), probe('--dark-square')];
        return [...document.querySelectorAll('.stage coord')].map((coord) => {
          const box = coord.getBoundingClientRect();
          const board = document.querySelector('.stage cg-board').getBoundingClientRect();
          const [x, y] = [Math.floor(((box.x + box.width / 2 - board.x) / board.width) * 8), Math.floor(((box.y + box.height / 2 - board.y) / board.height) * 8)];
          const under = squares[(x + y) % 2];
          const [a, b] = [luminance(rgb(getComputedStyle(coord).color)), luminance(under)].sort((m, n) => n - m);
          return { text: coord.textContent, inside: x >= 0 && x < 8 && y >= 0 && y < 8, contrast: (a + 0.05) / (b + 0.05) };
        });
      });
    await page.goto(at(at64(START)));
    for (const flip of [false, true]) {
      if (flip) await page.getByRole('button', { name: 'Flip' }).click();
      await page.locator(`.stage ${flip ? '.orientation-black' : '.orientation-white'} coord`).nth(15).waitFor({ state: 'attached' });
      for (const board of ['green', 'brown', 'blue', 'grey']) {
        await page.evaluate((name) => (document.documentElement.dataset.board = name), board);
        await page.waitForTimeout(100);
        const coords = await look();
        const where = `${board}${flip ? ', flipped' : ''}`;
        check(coords.length === 16, `${coords.length} coordinates, ${where}`);
        for (const { text, inside, contrast } of coords) check(inside && contrast >= 4.5, `${text}: contrast ${contrast.toFixed(1)}, inside ${inside}, ${where}`);
      }
    }
  });

  await run('board: colours, board and sounds are chosen and kept', {}, async (page) => {
    await page.goto(at(at64(START)));
    await page.locator('.lookmenu summary').click();
    await page.locator('.lookmenu select').first().selectOption('dark');
    await page.locator('.lookmenu select').nth(1).selectOption('blue');
    await page.getByLabel('Sounds').check();
    await accessible(page, 'look and sound');
    await page.reload();
    await page.locator('.stage cg-board').waitFor();
    const now = await page.evaluate(() => ({ ...document.documentElement.dataset }));
    check(now.theme === 'dark' && now.board === 'blue', JSON.stringify(now));
    await play(page, 'e4', 'd5', 'exd5');
  });

  await run('board: setting up keeps castling, drags men, takes en passant; Escape closes a promotion', {}, async (page) => {
    await page.goto(at(at64(START)));
    const setUp = async () => {
      await page.locator('summary', { hasText: 'Position: set up' }).click();
      await page.getByRole('button', { name: 'Set up' }).click();
    };
    await setUp();
    await drag(page, 'e2', 'e5');
    await drag(page, 'd7', 'd5');
    await page.getByLabel('En passant on').selectOption('d6');
    await accessible(page, 'setting up');
    await page.getByRole('button', { name: 'Done' }).click();
    await page.waitForURL((url) => url.searchParams.get('fen')?.startsWith('rnbqkbnr/ppp1pppp/8/3pP3/8/8/PPPP1PPP/RNBQKBNR w KQkq d6'));
    await play(page, 'exd6');
    await page.goto(at(at64('8/4P1k1/8/8/8/8/8/4K3 w - - 0 1')));
    await setUp();
    const man = await page.getByRole('button', { name: 'white rook' }).boundingBox();
    const box = await page.locator('.stage cg-board').boundingBox();
    await page.mouse.move(man.x + 10, man.y + 10);
    await page.mouse.down();
    await page.mouse.move(box.x + box.width / 16, box.y + (15 * box.height) / 16, { steps: 6 });
    await page.mouse.up();
    await page.getByLabel('White O-O-O').check();
    await page.getByRole('button', { name: 'Done' }).click();
    await page.waitForURL((url) => url.searchParams.get('fen')?.includes('R3K3 w Q -'));
    await drag(page, 'e7', 'e8');
    await page.getByRole('dialog', { name: 'Promote to' }).waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('dialog', { name: 'Promote to' }).waitFor({ state: 'detached' });
    await drag(page, 'e7', 'e8');
    await page.getByRole('button', { name: 'Knight' }).click();
    await page.locator('.movelist [aria-current]', { hasText: 'e8=N+' }).waitFor();
    check((await lastMove(page)) === 'e7,e8', 'and the move is on the board');
  });
}

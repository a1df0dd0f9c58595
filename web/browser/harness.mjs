// A server of its own for every test file, a real browser, and a count of what passed.

import { spawn } from 'node:child_process';
import { mkdtempSync, mkdirSync, rmSync, existsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { chromium } from 'playwright-core';

export const ARTEFACTS = join(dirname(fileURLToPath(import.meta.url)), '..', 'artefacts');
const CHROMIUM = process.env.CHROMIUM ?? '/usr/bin/chromium';

export function browserIsHere() {
  return existsSync(CHROMIUM);
}

/** Starts `philidor serve` in a home of its own; `port` 0 takes a free one. */
export async function startServer(binary, home, { port = 0, args = [] } = {}) {
  const child = spawn(binary, ['serve', '--port', String(port), ...args], {
    // Our own engine, whatever else is installed.
    env: { PHILIDOR_ENGINE: 'philidor', ...process.env, PHILIDOR_HOME: home },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const address = await new Promise((resolve, reject) => {
    let text = '';
    child.stdout.on('data', (data) => {
      text += data;
      const found = text.match(/http:\/\/[^/\s]+/);
      if (found) resolve(found[0]);
    });
    child.on('exit', (code) => reject(new Error(`philidor serve ended with ${code}`)));
    setTimeout(() => reject(new Error('philidor serve said nothing for 20 s')), 20_000).unref();
  });
  const ended = new Promise((resolve) => child.on('exit', resolve));
  return {
    address,
    port: Number(address.split(':').at(-1)),
    stop: async (signal = 'SIGTERM') => {
      child.kill(signal);
      await ended;
    },
  };
}

export function newHome() {
  return mkdtempSync(join(tmpdir(), 'philidor-page-'));
}

export function forget(home) {
  rmSync(home, { recursive: true, force: true });
}

export async function openBrowser() {
  mkdirSync(ARTEFACTS, { recursive: true });
  return chromium.launch({
    executablePath: CHROMIUM,
    args: [
      '--no-sandbox',
      '--disable-gpu',
      '--disable-quic',
      '--no-first-run',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
    ],
  });
}

const KINDS = { html: 'text/html; charset=utf-8', js: 'text/javascript', css: 'text/css', svg: 'image/svg+xml', json: 'application/json', webmanifest: 'application/json' };

/** With PAGE=DIR the page comes from there (such as web/dist), not from the program: no need to build it for every try. */
export async function pageFrom(context) {
  const dir = process.env.PAGE;
  if (!dir) return;
  let policy;
  await context.route(/^http:\/\/[^/]+\/(?!api\/)/, async (route) => {
    const path = new URL(route.request().url()).pathname.slice(1);
    const name = path.includes('.') ? path : 'index.html';
    policy ??= (await route.fetch()).headers()['content-security-policy'];
    await route.fulfill({ path: join(dir, name), contentType: KINDS[name.split('.').at(-1)], headers: { 'content-security-policy': policy } });
  });
}

/** Runs tests one after the other; a failed one leaves a picture. */
export class Tests {
  passed = 0;
  failed = 0;
  constructor(browser) {
    this.browser = browser;
  }

  /** `allow`: messages of the console that belong to the test. */
  async run(name, { viewport = { width: 1366, height: 900 }, dark = false, allow = [] } = {}, body) {
    // A page from a directory comes without its worker: that one knows the program's files.
    const serviceWorkers = process.env.PAGE ? 'block' : 'allow';
    const context = await this.browser.newContext({ serviceWorkers, viewport, colorScheme: dark ? 'dark' : 'light', reducedMotion: 'reduce', acceptDownloads: true });
    await pageFrom(context);
    const page = await context.newPage();
    page.setDefaultTimeout(15_000);
    const complaints = [];
    const outside = [];
    let busy = 0;
    page.on('console', (message) => {
      // A machine with much to do answers that it is busy; the page asks again, and the test must still see the answer.
      if (message.type() === 'error' && message.text().includes('503 (Service Unavailable)')) busy += 1;
      else if (message.type() === 'error' && !allow.some((part) => message.text().includes(part))) complaints.push(message.text());
    });
    page.on('pageerror', (error) => complaints.push(error.message));
    page.on('request', (request) => {
      const url = new URL(request.url());
      if (!['127.0.0.1', 'localhost'].includes(url.hostname) && !['data:', 'blob:'].includes(url.protocol)) outside.push(request.url());
    });
    const slug = name.replace(/[^a-z0-9]+/gi, '-').toLowerCase();
    const began = Date.now();
    try {
      await body(page, context);
      if (complaints.length > 0) throw new Error(`the console complained: ${complaints.join(' | ')}`);
      if (outside.length > 0) throw new Error(`requests outside the server: ${outside.join(' ')}`);
      this.passed += 1;
      const told = busy > 0 ? `, the server was busy ${busy} times` : '';
      console.log(`ok    ${name} (${((Date.now() - began) / 1000).toFixed(1)} s${told})`);
    } catch (error) {
      this.failed += 1;
      console.log(`FAIL  ${name}\n      ${String(error?.stack ?? error).split('\n').slice(0, 6).join('\n      ')}`);
    } finally {
      await page.screenshot({ path: join(ARTEFACTS, `${slug}.png`) }).catch(() => undefined);
      await context.close();
    }
  }
}

export function check(condition, words) {
  if (!condition) throw new Error(words);
}

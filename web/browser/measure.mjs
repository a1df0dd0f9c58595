// How fast games come in and are found: node browser/measure.mjs PATH/TO/philidor GAMES.pgn [how many]

import { readdirSync, readFileSync, readlinkSync } from 'node:fs';
import { forget, newHome, startServer } from './harness.mjs';

const [binary, file, most = '100000'] = process.argv.slice(2);
if (!binary || !file) {
  console.error('usage: node browser/measure.mjs PATH/TO/philidor GAMES.pgn [how many]');
  process.exit(2);
}
const games = readFileSync(file, 'latin1').split(/\n(?=\[Event )/).slice(0, Number(most));
const pieces = [''];
for (const game of games) {
  pieces[pieces.length - 1] += game + '\n';
  // As large as the page's own.
  if (pieces.at(-1).length > 400_000) pieces.push('');
}
const home = newHome();
const server = await startServer(binary, home);

/** Seconds of processor that the server has used. */
const processes = () => readdirSync('/proc').filter((name) => /^\d+$/.test(name));
const pid = processes().find((id) => {
  try {
    return readFileSync(`/proc/${id}/environ`, 'utf8').includes(`PHILIDOR_HOME=${home}`) && readlinkSync(`/proc/${id}/exe`).includes('philidor');
  } catch {
    return false;
  }
});
const cpu = () => {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return (Number(fields[11]) + Number(fields[12])) / 100;
};

const post = async (pgn) => (await fetch(`${server.address}/api/games`, { method: 'POST', headers: { 'Content-Type': 'application/json' }, body: JSON.stringify({ pgn }) })).json();
const [began, used] = [Date.now(), cpu()];
let count = 0;
const sent = new Set();
for (const piece of pieces.filter(Boolean)) {
  const job = post(piece).then((got) => {
    sent.delete(job);
    count += got.count ?? 0;
  });
  sent.add(job);
  if (sent.size >= 2) await Promise.race(sent);
}
await Promise.all(sent);
console.log(`${count} games came in within ${((Date.now() - began) / 1000).toFixed(1)} s, ${(cpu() - used).toFixed(1)} s of processor`);

const OPEN = encodeURIComponent('rnbqkb1r/pp2pppp/3p1n2/8/3NP3/2N5/PPP2PPP/R1BQKB1R b KQkq - 2 5');
for (const asked of [
  '/api/games?limit=25',
  '/api/games?text=najdorf+carlsen&limit=25',
  '/api/games?player=kasparov&side=white&result=won&limit=25',
  '/api/games?ending=rook&rating_from=2700&order=date&limit=25',
  '/api/games?eco=B9&from=1990&to=2000&order=white&limit=25',
  `/api/games?limit=25&fen=${OPEN}`,
  '/api/explorer',
  `/api/explorer?player=kasparov&fen=${OPEN}`,
]) {
  const times = [];
  let found;
  const before = cpu();
  for (let i = 0; i < 9; i++) {
    const start = performance.now();
    const answer = await (await fetch(server.address + asked)).json();
    times.push(performance.now() - start);
    found = answer.found ?? answer.games;
  }
  times.sort((a, b) => a - b);
  console.log(`${asked.slice(0, 60)}: ${found} found; median ${times[4].toFixed(0)} ms, best ${times[0].toFixed(0)} ms, ${(((cpu() - before) * 1000) / 9).toFixed(0)} ms of processor each`);
}
await server.stop();
forget(home);

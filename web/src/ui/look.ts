// How the page looks and sounds: colours, board, sounds; kept in the browser.

import { effect, signal } from '@preact/signals';

export type Theme = 'light' | 'dark' | 'auto';
export const THEMES: [Theme, string][] = [
  ['auto', 'as the system'],
  ['light', 'light'],
  ['dark', 'dark'],
];
export const BOARDS: [string, string][] = [
  ['green', 'green'],
  ['brown', 'brown'],
  ['blue', 'blue'],
  ['grey', 'grey'],
];

interface Look {
  theme: Theme;
  board: string;
  pieces: string;
  contrast: boolean;
  sound: boolean;
}

const FIRST: Look = { theme: 'auto', board: 'green', pieces: 'classic', contrast: false, sound: false };

export const look = signal<Look>(read());

function read(): Look {
  try {
    const kept = { ...FIRST, ...(JSON.parse(localStorage.getItem('look') ?? '{}') as Partial<Look>) };
    return {
      theme: THEMES.some(([id]) => id === kept.theme) ? kept.theme : FIRST.theme,
      board: BOARDS.some(([id]) => id === kept.board) ? kept.board : FIRST.board,
      pieces: typeof kept.pieces === 'string' ? kept.pieces : FIRST.pieces,
      contrast: kept.contrast === true,
      sound: kept.sound === true,
    };
  } catch {
    return FIRST;
  }
}

effect(() => {
  const now = look.value;
  if (typeof document === 'undefined') return;
  document.documentElement.dataset.theme = now.theme;
  document.documentElement.dataset.board = now.board;
  document.documentElement.dataset.contrast = now.contrast ? 'more' : 'usual';
  try {
    localStorage.setItem('look', JSON.stringify(now));
  } catch {
    // Without storage the choice lasts as long as the page.
  }
});

let audio: AudioContext | null = null;

/** A wooden click, deeper for a capture; nothing unless sounds were chosen. */
export function knock(capture: boolean): void {
  if (!look.peek().sound) return;
  audio ??= new AudioContext();
  const [tone, volume] = [audio.createOscillator(), audio.createGain()];
  tone.type = 'triangle';
  tone.frequency.setValueAtTime(capture ? 170 : 260, audio.currentTime);
  tone.frequency.exponentialRampToValueAtTime(capture ? 70 : 120, audio.currentTime + 0.07);
  volume.gain.setValueAtTime(0.25, audio.currentTime);
  volume.gain.exponentialRampToValueAtTime(0.001, audio.currentTime + 0.09);
  tone.connect(volume).connect(audio.destination);
  tone.start();
  tone.stop(audio.currentTime + 0.1);
}

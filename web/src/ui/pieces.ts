// Sets of men beside the one that comes with the board: drawn here, as pictures made from a few lines each.

import { effect } from '@preact/signals';
import { look } from './look';
import { manner } from './settings';

export const SETS: [string, string][] = [
  ['classic', 'classic'],
  ['modern', 'modern'],
  ['letters', 'letters'],
];

const ROLES = ['king', 'queen', 'rook', 'bishop', 'knight', 'pawn'] as const;
type Role = (typeof ROLES)[number];

/** Foot, then body, on a square of 45. */
const BASE = 'M11 39.5h23v-3.6c0-1-.8-1.8-1.8-1.8H12.8c-1 0-1.8.8-1.8 1.8z';
const SHAPES: Record<Role, string> = {
  pawn: 'M16.2 34.1c3.1-3.5 4-6.6 4.2-9.6h-2.2c-.9 0-1.2-1.1-.5-1.7l1.6-1.3a6 6 0 1 1 6.4 0l1.6 1.3c.7.6.4 1.7-.5 1.7h-2.2c.2 3 1.1 6.1 4.2 9.6z',
  rook: 'M12.5 9.5h5v3.2h3V9.5h4v3.2h3V9.5h5v7.3l-3.4 2.6.9 14.7H15l.9-14.7-3.4-2.6z',
  bishop: 'M16 34.1l1.6-5.2c-3-1.6-4.6-4-4.6-7.2 0-4.6 4-8.4 7.4-11.7a2.9 2.9 0 1 1 4.2 0l1.5 1.5-4.7 6.2 1.7 1.3 4.4-5.8c2.5 2.6 4.5 5.4 4.5 8.5 0 3.2-1.6 5.6-4.6 7.2l1.6 5.2z',
  knight: 'M13.6 34.1c-.3-7.4 6.6-9 7.5-14.1-2 1.6-4.3 2.6-6.7 3l-2 2.2c-.7.7-1.9.6-2.4-.2l-.9-1.5c-.4-.7-.3-1.6.3-2.2l5.4-8.6c1-1.6 2.5-2.7 4.3-3.2l1.6-3.4 2.3 2.7c7.5 1.5 11.1 8.6 10.3 25.3z',
  queen: 'M12.7 34.1 9.2 16.4a2.2 2.2 0 1 1 1.9-.4l5.1 6.9 1.3-10.7a2.2 2.2 0 1 1 2-.100l3 9.9 3-9.9a2.2 2.2 0 1 1 2 .100l1.3 10.7 5.1-6.9a2.2 2.2 0 1 1 1.9.400l-3.5 17.7z',
  king: 'M13.3 34.1c-3-3.3-5-6.4-5-10 0-4.6 3.4-7.6 7.3-7.6 2.3 0 4.2 1 5.5 2.7v-4.7h-3v-2.6h3V8.7h2.8v3.2h3v2.6h-3v4.7c1.3-1.7 3.2-2.7 5.5-2.7 3.9 0 7.3 3 7.3 7.6 0 3.6-2 6.7-5 10z',
};
const EYE = 'M18.6 15.6a1.3 1.3 0 1 0 2.6 0 1.3 1.3 0 1 0-2.6 0';

const LETTERS: Record<string, string> = { en: 'KQRBN', de: 'KDTLS' };

const picture = (body: string) => `url("data:image/svg+xml,${encodeURIComponent(`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 45 45">${body}</svg>`)}")`;

function modern(role: Role, white: boolean): string {
  const [fill, line] = white ? ['#fffdf6', '#23302a'] : ['#2b332f', '#0c110e'];
  const eye = role === 'knight' ? `<path d="${EYE}" fill="${white ? line : '#e9e6da'}"/>` : '';
  const edge = white ? 1.6 : 1.2;
  return `<g fill="${fill}" stroke="${line}" stroke-width="${edge}" stroke-linejoin="round"><path d="${SHAPES[role]}"/><path d="${BASE}"/></g>${eye}`;
}

function letters(role: Role, white: boolean, language: string): string {
  const [fill, ink] = white ? ['#ffffff', '#16201b'] : ['#16201b', '#ffffff'];
  if (role === 'pawn') return `<circle cx="22.5" cy="24" r="9.5" fill="${fill}" stroke="#16201b" stroke-width="2"/>`;
  const letter = (LETTERS[language] ?? LETTERS['en'] ?? '')[ROLES.indexOf(role)] ?? '';
  return `<circle cx="22.5" cy="22.5" r="17" fill="${fill}" stroke="#16201b" stroke-width="2"/><text x="22.5" y="30" font-family="Georgia,serif" font-weight="700" font-size="21" text-anchor="middle" fill="${ink}">${letter}</text>`;
}

/** The rules that draw a set; none for the one that the board brings. */
export function rules(set: string, language: string): string {
  if (set === 'classic') return '';
  const draw = (role: Role, white: boolean) => (set === 'letters' ? letters(role, white, language) : modern(role, white));
  return ROLES.flatMap((role) => [true, false].map((white) => `.cg-wrap piece.${role}.${white ? 'white' : 'black'}{background-image:${picture(draw(role, white))}}`)).join('\n');
}

if (typeof document !== 'undefined' && 'adoptedStyleSheets' in document) {
  const sheet = new CSSStyleSheet();
  document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet];
  effect(() => sheet.replaceSync(rules(look.value.pieces, manner.value.language)));
}

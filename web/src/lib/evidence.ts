// From a sentence to the board: the line that proves it, the squares it speaks of, and why it may be said.

import type { Claim, ExplainedLine, Section, Told } from './types';

export interface Proof {
  /** Moves to play from the position; `0000` is a pass. */
  line: string[];
  /** How many of them until the claim holds. */
  ply: number;
  squares: string[];
}

/** The proof of a sentence: that of its weightiest claim, with the squares of all; candidates prove themselves. */
export function proof(explanation: Told, section: Section, sentence: number): Proof | null {
  const claims = (section.claims[sentence] ?? []).flatMap((place) => explanation.claims[place] ?? []);
  const own = ownLine(explanation, section, sentence);
  const main = [...claims].sort((a, b) => Math.abs(b.worth) - Math.abs(a.worth))[0];
  if (own) return { line: own.uci, ply: own.uci.length, squares: main?.squares ?? [] };
  if (!main) return null;
  const here = claims.filter((claim) => claim.line.slice(0, claim.ply).join() === main.line.slice(0, main.ply).join());
  return { line: main.line, ply: main.ply, squares: [...new Set(here.flatMap((claim) => claim.squares))] };
}

function ownLine(explanation: Told, section: Section, sentence: number): ExplainedLine | undefined {
  return section.kind === 'candidates' ? explanation.lines[sentence] : undefined;
}

/** What a claim rests on, in a line for each piece of evidence. */
export function grounds(claim: Claim): string[] {
  return claim.evidence.map((e) => {
    const text = (name: string) => String(e[name] ?? '');
    switch (e.what) {
      case 'score':
        return `search: ${pawns(Number(e.cp))} after ${text('line')}`;
      case 'feature':
        return `${text('id').replaceAll('_', ' ')} of ${text('owner')}: ${text('before')} → ${text('after')} (${pawns(Number(e.cp_before))} → ${pawns(Number(e.cp_after))})`;
      case 'rule':
        return `rule “${text('rule')}”: ${text('reason')}`;
      case 'material':
        return `material: ${text('before')} → ${text('after')} pawns`;
      default: {
        const { what, ...rest } = e;
        return `${what}: ${Object.entries(rest)
          .map(([name, value]) => `${name} ${typeof value === 'object' ? JSON.stringify(value) : String(value)}`)
          .join(', ')}`;
      }
    }
  });
}

function pawns(cp: number): string {
  return Number.isFinite(cp) ? `${cp > 0 ? '+' : ''}${(cp / 100).toFixed(2)}` : '–';
}

// Cutting a text where problems begin and end, so that an editor can underline them.

export interface Spot {
  from: number;
  to: number;
  fatal: boolean;
}

export interface Segment<P extends Spot> {
  text: string;
  problem: P | null;
}

/** The text in pieces; where problems overlap the first one counts. Empty places are widened to one character. */
export function segments<P extends Spot>(text: string, problems: P[]): Segment<P>[] {
  const sorted = [...problems].sort((a, b) => a.from - b.from);
  const out: Segment<P>[] = [];
  let at = 0;
  for (const problem of sorted) {
    // A problem at the very end is shown at the last character.
    const from = Math.max(Math.min(problem.from, text.length - 1), at);
    const to = Math.min(Math.max(problem.to, from + 1), text.length);
    if (to <= at) continue;
    if (from > at) out.push({ text: text.slice(at, from), problem: null });
    out.push({ text: text.slice(from, to), problem });
    at = to;
  }
  if (at < text.length) out.push({ text: text.slice(at), problem: null });
  return out;
}

// Games in one line, as lists tell them.

/** A date as far as it is known: `1858.??.??` is 1858. */
export function known(date: string): string {
  return date
    .split(/[.-]/)
    .filter((part) => /^\d+$/.test(part))
    .join('.');
}

/** Event, date and opening; what is not known is left out. */
export function about(game: { event: string; date: string; eco?: string; opening?: string }): string {
  const opening = [game.eco, game.opening].filter(Boolean).join(' ');
  return [game.event, known(game.date), opening].filter((part) => part && part !== '?').join(' · ');
}

// Places have addresses; going somewhere does not load the page again.

import { signal } from '@preact/signals';

export const route = signal(location.pathname + location.search);

addEventListener('popstate', () => (route.value = location.pathname + location.search));

export function goTo(path: string): void {
  if (path === route.value) return;
  history.pushState(null, '', path);
  route.value = path;
}

/** Writes the address of what is shown without a new entry in the history. */
export function nowAt(path: string): void {
  history.replaceState(null, '', path);
}

/** The same with a new entry: Back leads to what was shown before. */
export function pushAt(path: string): void {
  history.pushState(null, '', path);
}

export function parameter(name: string): string | null {
  return new URLSearchParams(location.search).get(name);
}

/** For links: an ordinary click stays in the page. */
export function follow(event: MouseEvent): void {
  const link = event.currentTarget as HTMLAnchorElement;
  if (event.metaKey || event.ctrlKey || event.shiftKey || event.button !== 0) return;
  event.preventDefault();
  goTo(link.pathname + link.search);
}

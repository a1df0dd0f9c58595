// Whether somebody is about to press something: the pointer moves over it or is down, or the keyboard is in it.

import type { RefObject } from 'preact';
import { useEffect } from 'preact/hooks';

const STILL_MS = 700;
let down = false;
let moved = Number.NEGATIVE_INFINITY;

addEventListener('pointerdown', () => (down = true), true);
for (const name of ['pointerup', 'pointercancel']) addEventListener(name, () => (down = false), true);
for (const name of ['pointermove', 'pointerdown', 'pointerup']) addEventListener(name, () => (moved = performance.now()), true);

export function handOn(element: HTMLElement | null): boolean {
  if (!element) return false;
  const over = element.matches(':hover') && (down || performance.now() - moved < STILL_MS);
  return over || element.contains(document.activeElement);
}

/** Calls `then` as soon as no hand is on the element, while `waiting`. */
export function useStill(element: RefObject<HTMLElement>, waiting: boolean, then: () => void): void {
  useEffect(() => {
    if (!waiting) return;
    const timer = setInterval(() => handOn(element.current) || then(), 200);
    return () => clearInterval(timer);
  }, [waiting]);
}

// What the analysis board hears: keys, dropped files and texts, the browser's Back, and its own clock.

import { useEffect, useRef, useState } from 'preact/hooks';
import { comeback } from '../../lib/api';
import { men } from '../../lib/chess';
import { seen, step, tick, undo } from '../../lib/study';
import type { Step } from '../../lib/tree';
import { knock } from '../../ui/look';
import { takeIn } from './Import';
import { readAddress, writeAddress } from './address';
import { openGame } from './keeping';
import { change, enough, flipped, study } from './store';

const KEYS: Record<string, Step> = { ArrowRight: 'next', ArrowLeft: 'previous', ArrowUp: 'up', ArrowDown: 'down', Home: 'first', End: 'last' };
const STEP_MS = 650;

export function useKeys(): void {
  useEffect(() => {
    const key = (event: KeyboardEvent) => {
      const target = event.target as HTMLElement;
      if (event.key === 'z' && (event.ctrlKey || event.metaKey) && !target.closest('input, textarea')) {
        event.preventDefault();
        change(undo);
        return;
      }
      // Whoever types moves walks with the same keys, as long as nothing is typed.
      const idle = target instanceof HTMLInputElement && target.value === '' && target.closest('.moveinput') && event.key !== 'f';
      if ((!idle && target.closest('input, textarea, select, [role=tablist], [role=dialog], dialog')) || event.altKey || event.ctrlKey || event.metaKey) return;
      if (event.key === 'f') flipped.value = !flipped.value;
      if (event.key === 'Escape') enough();
      const way = KEYS[event.key];
      if (!way) return;
      event.preventDefault();
      change((s) => step(s, way));
    };
    addEventListener('keydown', key);
    return () => removeEventListener('keydown', key);
  }, []);
}

/** A line plays by itself to where its sentence holds. */
export function useTick(): void {
  const { line } = study.value;
  useEffect(() => {
    if (!line?.playing) return;
    const timer = setTimeout(() => change(tick), STEP_MS);
    return () => clearTimeout(timer);
  }, [line]);
}

/** A move that comes onto the board is heard, if sounds were chosen. */
export function useSound(): void {
  const { fen } = seen(study.value);
  const before = useRef(fen);
  useEffect(() => {
    const gone = men(before.current) > men(fen);
    if (before.current !== fen) knock(gone);
    before.current = fen;
  }, [fen]);
}

/** The address is read when the place is entered and on Back, and written when something else is seen. True once it is read. */
export function useAddress(): boolean {
  const [ready, setReady] = useState(false);
  useEffect(() => {
    void readAddress().then(() => setReady(true));
    const back = () => location.pathname.startsWith('/analyse') && void readAddress();
    addEventListener('popstate', back);
    return () => removeEventListener('popstate', back);
  }, []);
  const { game, at, tree } = study.value;
  useEffect(() => {
    if (ready) writeAddress();
  }, [ready, game, at, tree]);
  useEffect(() => {
    // Comments may have been made while the server was away from us.
    if (comeback.value > 0 && study.peek().game !== null) void openGame(study.peek().game ?? 0);
  }, [comeback.value]);
  return ready;
}

/** A file or text dropped anywhere is taken: games into the library, a position onto the board. True while one is held over the page. */
export function useDrop(taken: () => void): boolean {
  const [over, setOver] = useState(false);
  useEffect(() => {
    const drag = (event: DragEvent) => {
      const kinds = event.dataTransfer?.types ?? [];
      if (!kinds.includes('Files') && !kinds.includes('text/plain')) return;
      event.preventDefault();
      setOver(true);
    };
    const leave = (event: DragEvent) => {
      if (event.relatedTarget === null) setOver(false);
    };
    const drop = (event: DragEvent) => {
      setOver(false);
      const { dataTransfer } = event;
      if (!dataTransfer || (event.target as HTMLElement).closest?.('input, textarea')) return;
      event.preventDefault();
      const source = dataTransfer.files[0] ?? dataTransfer.getData('text').trim();
      if (source === '') return;
      taken();
      void takeIn(source);
    };
    addEventListener('dragover', drag);
    addEventListener('dragleave', leave);
    addEventListener('drop', drop);
    return () => {
      removeEventListener('dragover', drag);
      removeEventListener('dragleave', leave);
      removeEventListener('drop', drop);
    };
  }, []);
  return over;
}

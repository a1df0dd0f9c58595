// Jobs as the server tells them, in one stream for the whole page.

import { computed, signal } from '@preact/signals';
import { ask, lost } from './api';
import type { Job } from './types';

const all = signal<ReadonlyMap<number, Job>>(new Map());

/** Newest first. */
export const jobs = computed(() => [...all.value.values()].sort((a, b) => b.id - a.id));
export const running = computed(() => jobs.value.filter((job) => job.state === 'running' || job.state === 'waiting'));

export function job(id: number | null): Job | undefined {
  return id === null ? undefined : all.value.get(id);
}

/** One job's news into a list of jobs. */
export function merge(known: ReadonlyMap<number, Job>, news: Job): ReadonlyMap<number, Job> {
  const next = new Map(known);
  const old = known.get(news.id);
  // A job that is over is told without its curve; what was drawn stays.
  const curve = news.curve.length === 0 && old ? old.curve : news.curve;
  next.set(news.id, { ...news, curve });
  return next;
}

export function take(news: Job): void {
  all.value = merge(all.value, news);
}

export async function cancel(id: number): Promise<void> {
  const over = all.value.get(id)?.state;
  await ask(`/api/jobs/${id}`, { method: 'DELETE' });
  if (over !== 'running' && over !== 'waiting') {
    const next = new Map(all.value);
    next.delete(id);
    all.value = next;
  }
}

let stream: EventSource | undefined;

/** Opens the stream; the browser opens it again when it breaks. */
export function listen(): void {
  if (stream) return;
  stream = new EventSource('/api/jobs/events');
  stream.addEventListener('job', (event) => take(JSON.parse((event as MessageEvent<string>).data) as Job));
  stream.addEventListener('error', () => {
    if (stream?.readyState === EventSource.CLOSED) {
      stream = undefined;
      setTimeout(listen, 2000);
    } else {
      // It tries again by itself; meanwhile find out whether the server is there at all.
      fetch('/api/health').catch(lost);
    }
  });
}

export function over(job: Job | undefined): boolean {
  return job !== undefined && (job.state === 'done' || job.state === 'failed' || job.state === 'cancelled');
}

/** How many jobs of a kind are not over; changes when one ends. */
export function useIsRunning(kind: string): number {
  return running.value.filter((job) => job.kind === kind).length;
}

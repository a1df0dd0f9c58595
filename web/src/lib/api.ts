// Talking to the server: one function, errors with words, and a sign that says whether it answers.

import { signal } from '@preact/signals';

/** Whether the server answered the last time. */
export const online = signal(true);
/** Whether the server wants a token that this browser has not shown. */
export const locked = signal(false);
/** Counts how often the server came back; effects that must reload depend on it. */
export const comeback = signal(0);

export class ApiError extends Error {
  constructor(
    message: string,
    readonly status: number,
    readonly retryAfter: number | null,
  ) {
    super(message);
  }
}

const client = tabName();

/** A name for this tab, so that the server can let tabs take turns. */
function tabName(): string {
  try {
    const known = sessionStorage.getItem('tab');
    if (known) return known;
    const made = Math.random().toString(36).slice(2, 12);
    sessionStorage.setItem('tab', made);
    return made;
  } catch {
    return 'tab';
  }
}

interface Options {
  method?: 'GET' | 'POST' | 'PUT' | 'DELETE';
  body?: unknown;
  signal?: AbortSignal;
  /** The answer itself, to be read piece by piece. */
  raw?: boolean;
}

const PATIENCE = 3;

/** Asks the server. A busy server (429, 503) is asked again, as late as it says, a few times. */
export async function ask<T>(path: string, options: Options = {}): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await once<T>(path, options);
    } catch (error) {
      const wait = error instanceof ApiError ? error.retryAfter : null;
      if (wait === null || attempt >= PATIENCE || options.signal?.aborted) throw error;
      await new Promise((resolve) => setTimeout(resolve, wait * 1000 * (0.5 + Math.random())));
    }
  }
}

async function once<T>(path: string, { method = 'GET', body, signal, raw }: Options): Promise<T> {
  const headers: Record<string, string> = { 'X-Philidor-Client': client };
  if (body !== undefined) headers['Content-Type'] = 'application/json';
  let response: Response;
  try {
    response = await fetch(path, {
      method,
      headers,
      body: body === undefined ? null : JSON.stringify(body),
      signal: signal ?? null,
      credentials: 'same-origin',
    });
  } catch (error) {
    if (signal?.aborted) throw error;
    lost();
    throw new ApiError('The server does not answer. Is philidor serve still running?', 0, null);
  }
  if (response.status === 401) locked.value = true;
  if (!response.ok) {
    const retry = response.headers.get('Retry-After');
    throw new ApiError(await words(response), response.status, retry === null ? null : Number(retry));
  }
  if (raw) return response as T;
  if (response.status === 204) return undefined as T;
  return (await response.json()) as T;
}

async function words(response: Response): Promise<string> {
  try {
    const { error } = (await response.json()) as { error?: string };
    if (error) return error;
  } catch {
    // Not JSON: the status has to do.
  }
  return `The server answered ${response.status}.`;
}

let knocking: ReturnType<typeof setInterval> | undefined;

/** The server went away: say so, and knock until it is back. */
export function lost(): void {
  online.value = false;
  knocking ??= setInterval(async () => {
    try {
      const response = await fetch('/api/health');
      if (!response.ok) return;
    } catch {
      return;
    }
    clearInterval(knocking);
    knocking = undefined;
    online.value = true;
    comeback.value += 1;
  }, 700);
}

export function refused(status: number): ApiError {
  return new ApiError(`The server answered ${status}.`, status, null);
}

/** The words of any error. */
export function say(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

export function aborted(error: unknown): boolean {
  return error instanceof DOMException && error.name === 'AbortError';
}

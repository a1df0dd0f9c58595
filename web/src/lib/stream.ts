// Answers that come piece by piece: server-sent events over a request with a body.

import { ask, refused } from './api';

/** The events of a stream: what is whole in `text`, and the rest of it. */
export function events(text: string): { whole: { name: string; data: string }[]; rest: string } {
  const parts = text.replaceAll('\r\n', '\n').split('\n\n');
  const rest = parts.pop() ?? '';
  const whole = parts.flatMap((part) => {
    const field = (name: string) =>
      part
        .split('\n')
        .filter((line) => line.startsWith(`${name}:`))
        .map((line) => line.slice(name.length + 1).replace(/^ /, ''))
        .join('\n');
    const data = field('data');
    return data === '' ? [] : [{ name: field('event') || 'message', data }];
  });
  return { whole, rest };
}

/** Asks, and tells every event as it comes, until it ends or is stopped. */
export async function stream(path: string, body: object, signal: AbortSignal, hear: (name: string, data: string) => void): Promise<void> {
  const response = await ask<Response>(path, { method: 'POST', body, signal, raw: true });
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
  if (!reader) throw refused(response.status);
  let held = '';
  for (let next = await reader.read(); !next.done; next = await reader.read()) {
    const { whole, rest } = events(held + next.value);
    held = rest;
    for (const { name, data } of whole) hear(name, data);
  }
}

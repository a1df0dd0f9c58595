import { describe, expect, it } from 'vitest';
import { events } from './stream';

describe('streams', () => {
  it('tell whole events and keep the rest', () => {
    const { whole, rest } = events('event: lines\ndata: {"a":1}\n\n: keep\n\nevent: lines\ndata: {"b"');
    expect(whole).toEqual([{ name: 'lines', data: '{"a":1}' }]);
    expect(rest).toBe('event: lines\ndata: {"b"');
  });

  it('join data of several lines', () => {
    expect(events('data: a\r\ndata: b\r\n\r\n').whole).toEqual([{ name: 'message', data: 'a\nb' }]);
  });
});

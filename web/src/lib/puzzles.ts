// Files of puzzles of any size, cut between lines; every piece begins with the names of its columns, if the file has any.

const PIECE = 1_500_000;

export async function* rows(chunks: AsyncIterable<string> | Iterable<string>, size = PIECE): AsyncGenerator<string> {
  let held = '';
  let head: string | null = null;
  const whole = (text: string) => {
    if (head === null) {
      const [first = ''] = text.split('\n', 1);
      head = /(^|,)\s*fen\s*(,|$)/i.test(first) ? `${first}\n` : '';
      return text;
    }
    return head + text;
  };
  for await (const chunk of chunks) {
    held += chunk;
    if (held.length < size) continue;
    const cut = held.lastIndexOf('\n') + 1;
    if (cut === 0) continue;
    yield whole(held.slice(0, cut));
    held = held.slice(cut);
  }
  if (held.trim()) yield whole(held);
}

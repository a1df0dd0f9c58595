// The letters of king, queen, rook, bishop and knight, by language, as in `piece-letters` of knowledge/words.

export const ENGLISH = 'KQRBN';
export const LETTERS: Record<string, string> = { de: 'KDTLS', fr: 'RDTFC' };

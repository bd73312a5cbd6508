/** Parsers of lists in data files, which are strings with spaces or bars between the entries. */
export const words = (text: string) => text.split(' ');
export const wordSet = (...texts: readonly string[]) => new Set(texts.flatMap(words));
export const phrases = (text: string) => text.split('|');

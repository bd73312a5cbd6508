/** Parsers of lists in data files, which are strings with spaces or bars between the entries. */
export const splitWords = (text: string) => text.split(' ');
export const wordSet = (...texts: readonly string[]) => new Set(texts.flatMap(splitWords));
export const splitPhrases = (text: string) => text.split('|');

/** Words in lowercase letters and digits, without accents and punctuation, for comparing titles, headings, and genres. */
export const comparableText = (text: string) =>
  text
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();

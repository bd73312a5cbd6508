/** English text helpers: articles, capitalization, and phrases. */

/** Words that start with a vowel letter but a consonant sound. */
const CONSONANT_SOUND = /^(?:uni(?![dmn])|unanim|use|usu|ut[eio]|uk[ru]|eu|ewe|one\b|once\b|ubiq)/i;
/** An abbreviation that is spelled out, not read as a word such as 'NASA', and isn't the start of text in capitals. */
const SPELLED_OUT = /^(?:[A-Z]{1,3}|[B-DF-HJ-NP-TV-Z]{4,}|[A-Z]+PD)(?!\p{L}| [A-Z]{2})/u;
const SILENT_H = /^(?:hour|honest|honou?r|heir)/i;

/** 'a' or 'an', by the first sound of the phrase. */
export function articleFor(phrase: string): 'a' | 'an' {
  const word = phrase.replace(/^[^\p{L}\p{N}]+/u, '').normalize('NFD');
  if (SPELLED_OUT.test(word)) return /^[AEFHILMNORSX]/.test(word) ? 'an' : 'a';
  if (SILENT_H.test(word) || /^(?:8|1[18](?:\d\d)?(?!\d))/.test(word)) return 'an';
  return /^[aeiou]/i.test(word) && !CONSONANT_SOUND.test(word) ? 'an' : 'a';
}

/** Capitalizes the first letter, also after a quotation mark, but not after a digit: '16-year-old' stays. */
export const capitalize = (text: string) =>
  text.replace(/^([^\p{L}\p{N}]*)(\p{Ll})/u, (_, before: string, first: string) => before + first.toUpperCase());

const LOWERCASE_WORDS = new Set('a an and as at but by for from in nor of on or the to with'.split(' '));

/** 'the lighthouse keeper' → 'The Lighthouse Keeper'. Lowercases only small words in the middle, such as 'the'. */
export const titleCased = (text: string) =>
  text
    .split(' ')
    .map((word, at, all) =>
      at > 0 && at < all.length - 1 && LOWERCASE_WORDS.has(word.toLowerCase())
        ? word.toLowerCase()
        : word.split('-').map(capitalize).join('-'),
    )
    .join(' ');

/** Collapses to one line and drops the final punctuation. */
export const trimPhrase = (text: string) =>
  text
    .replace(/\s+/g, ' ')
    .trim()
    .replace(/[\s.,;:!?…-]+$/u, '');

/** The possessive form: 'the sisters’', 'Mara’s', 'Agnes’s'. */
export const possessive = (noun: string) =>
  /s$/i.test(noun) && !/ss$/i.test(noun) && !/^\p{Lu}/u.test(noun.split(' ').at(-1)!) ? `${noun}’` : `${noun}’s`;

export const wordsIn = (text: string) => text.toLowerCase().match(/[\p{L}\p{N}][\p{L}\p{N}’'-]*/gu) ?? [];

/** Matches 'the the', even across a line break. */
export const hasDoubledWord = (text: string) => /(?<![\p{L}’'-])(\p{L}+)[\s]+\1(?![\p{L}’'-])/iu.test(text);

/** Words that the tools refuse, and words that they never use as an ingredient of a suggestion. */
import type { AiInputs } from '#shared/ai.ts';
import type { AiTool } from '#shared/ai-tools.ts';
import data from './data/refusals.json' with { type: 'json' };
import { splitPhrases, splitWords, wordSet } from './lists.ts';

const SLURS = wordSet(data.slurs);
const MINORS = wordSet(data.minors);
const TRAGEDIES = data.tragedies.flatMap(splitPhrases);
const NAMED_GROUPS = wordSet(data.faiths, ...data.peoples);
const TROPES = new Set(splitPhrases(data.tropes));

const SLUR_REFUSAL = 'We don’t write text with slurs. Remove the word and try again.';
const MINOR_REFUSAL = 'We don’t write romance about people under 18. Make everyone an adult, or choose another genre.';

/** Returns the first reason to refuse a request, under the name of its field, or null if there is none. */
export function refusalOf<T extends AiTool>(tool: T, input: AiInputs[T]): Record<string, string[]> | null {
  const texts = Object.entries(input).filter((entry): entry is [string, string] => typeof entry[1] === 'string');
  const isRomance = input.genre === 'romance' || input.genre === 'erotica';
  for (const [field, text] of texts) {
    if (lowerWords(text).some((word) => SLURS.has(word))) return { [field]: [SLUR_REFUSAL] };
    // A pen name has no characters.
    if (!isRomance || tool === 'pen_name') continue;
    const mayBeFamily = input.genre === 'romance' && !['hero', 'name', 'person'].includes(field);
    if (hasMinor(text, mayBeFamily)) return { [field]: [MINOR_REFUSAL] };
  }
  return null;
}

/** The words in lower case without accents; hyphens are kept: 'Half-Breed' → 'half-breed'. */
const lowerWords = (text: string) =>
  text
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .match(/[\p{L}\p{N}]+(?:-[\p{L}\p{N}]+)*/gu) ?? [];

const AGES = splitWords('zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen').concat(
  splitWords('fifteen sixteen seventeen'),
);
const AGE = new RegExp(
  String.raw`\b(?:(\d{1,2}|${AGES.slice(1).join('|')})[- ]?(?:years?|yrs?)[- ]?old(?!er|est)|aged? (?:of )?(\d{1,2}|${AGES.slice(1).join('|')})|(?:is|am|are|just|only|turns|turned|,) (1[0-7])\b(?=\s*(?:,|\.|and\b|$)))`,
  'gi',
);
const FAMILY =
  /^[\s,]*(?:\S+\s+)?(?:son|sons|daughter|daughters|stepson|stepdaughter|child|twins?|niece|nephew|brother|sister)\b/i;
const SCHOOL = /\b(?:high|middle|junior high)[- ]school(?:er|ers|\s+(?:student|senior|junior|sophomore|freshman)s?)\b/i;

/**
 * True if the text describes someone under 18. With `mayBeFamily`, children in an adult's family are allowed, except
 * students.
 */
function hasMinor(text: string, mayBeFamily: boolean): boolean {
  const isFamily = (end: number) => mayBeFamily && FAMILY.test(text.slice(end));
  for (const match of text.matchAll(AGE)) {
    const typed = (match[1] ?? match[2] ?? match[3]!).toLowerCase();
    const age = AGES.includes(typed) ? AGES.indexOf(typed) : Number(typed);
    if (age < 18 && !isFamily(match.index + match[0].length)) return true;
  }
  if (SCHOOL.test(text)) return true;
  for (const { 0: word, index } of text.matchAll(/[\p{L}-]+/gu))
    if (MINORS.has(word.toLowerCase()) && !isFamily(index + word.length)) return true;
  return false;
}

/** True if the author's notes are about a real tragedy. */
export const isGrave = (texts: readonly string[]) => {
  const text = ` ${texts.flatMap(lowerWords).join(' ')} `;
  return TRAGEDIES.some((name) => text.includes(` ${lowerWords(name).join(' ')} `) || text.includes(` ${name} `));
};

/** True if a title or trait may contain the phrase: it names no real tragedy, faith, or people, and is no trope. */
export const isIngredient = (phrase: string) =>
  !isGrave([phrase]) &&
  !TROPES.has(phrase.toLowerCase()) &&
  !lowerWords(phrase).some((word) => NAMED_GROUPS.has(word) || word.split('-').some((part) => NAMED_GROUPS.has(part)));

/** Words for young people, which aren't used in titles of romances and erotica. */
export const YOUTHS = wordSet(data.youths);

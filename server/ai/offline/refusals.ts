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
/** Before the last word of a number: 'twenty-one'. */
const TENS = '(?:twenty|thirty|forty|fifty|sixty|seventy|eighty|ninety|hundred)(?:[ -]|[ -]and[ -])';
const AGE = new RegExp(
  String.raw`\b(?:(?<!${TENS})(\d{1,2}|${AGES.slice(1).join('|')})[- ]?(?:years?|yrs?)[- ]?old(?!er|est)|(?<!-)aged? (?:of )?(\d{1,2}|${AGES.slice(1).join('|')})\b(?![ -]hundred)|(?:is|am|are|just|only|turns|turned|,) (1[0-7])\b(?=\s*(?:,|\.|and\b|$)))`,
  'gi',
);
const FAMILY =
  /^[\s,]*(?:\S+\s+)?(?:son|sons|daughter|daughters|stepson|stepdaughter|child|twins?|niece|nephew|brother|sister)\b/i;
/** Only things that no hero is called, as in 'her secret is 15': an age of a person must be found. */
const AGED_THING = `(?:${data.agedThings.replaceAll(' ', '|')})`;
/** After an age: 'a 5-year-old feud', but neither 'a 15-year-old farm girl' nor 'a 15-year-old school friend'. */
const THING_AFTER = new RegExp(
  String.raw`^ ${AGED_THING}(?=$|[.,;:!?]|\s(?:that|which|in|on|at|by|from|between|is|was|has|had|and (?:an?|the|her|his))\b)`,
);
/** Before an age: 'The old bakery is', but not 'The girl at the bakery is'; or a list of chapters or pages. */
const THING_BEFORE = new RegExp(
  String.raw`(?:^|[.!?;:,]\s+)(?:an?|the|this|that|his|her|their|our|my) (?:[\p{L}’'-]+ )?${AGED_THING} (?:(?:is|was|turns|turned|only|just) )*$|\b(?:chapters?|pages?) \d+(?:, \d+)*$`,
  'iu',
);
/** True for 'The bakery is 10 years old.', but not for 'The bakery is 15-year-old Mia’s dream.' */
const isOfThing = (before: string, after: string) =>
  THING_AFTER.test(after) || (THING_BEFORE.test(before) && /^\s*(?:$|[.,;:!?]|(?:and|but|when)\b)/.test(after));
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
    const end = match.index + match[0].length;
    if (age < 18 && !isOfThing(text.slice(0, match.index), text.slice(end)) && !isFamily(end)) return true;
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

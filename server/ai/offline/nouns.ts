/** Nouns in the author's notes: typed into a field, listed as keywords, or found in a sentence. */
import type { AiGenre } from '#shared/ai-tools.ts';
import lexicon from './data/words.json' with { type: 'json' };
import { wordSet } from './lists.ts';
import { isIngredient, YOUTHS } from './refusals.ts';
import { trimPhrase, wordsIn } from './text.ts';

export type NounRole = 'person' | 'place' | 'object' | 'mass' | 'name';
/** `text` has no article, and gets none if `takesNoArticle`. Only counted nouns take 'a'. */
export type Noun = { role: NounRole; text: string; takesNoArticle: boolean; isCounted: boolean };

const PERSONS = wordSet(lexicon.persons);
const PLACES = wordSet(lexicon.places);
const THINGS = wordSet(lexicon.things);
const MASSES = wordSet(lexicon.masses);
const STOP = wordSet(lexicon.stop);
/** Nouns that are often another part of speech: 'reads her too well', 'they will'. */
const AMBIGUOUS = wordSet(lexicon.ambiguous);
const DETERMINERS = wordSet(lexicon.determiners);

const ARTICLE = /^(an?|the|my|our|his|her|their|some|every|each|any|all|one|two|three)\s+/i;
const MAX_WORDS = 3;

/** A noun typed for a role, or null if it can't be part of a title or sheet. */
export function nounFor(role: 'person' | 'place' | 'object', typed: string): Noun | null {
  const phrase = trimPhrase(typed).replace(/["“”]/g, '');
  const article = ARTICLE.exec(phrase)?.[1]?.toLowerCase();
  const text = article ? phrase.replace(ARTICLE, '') : lowerCommon(role, phrase);
  if (!isUsable(text)) return null;
  const takesNoArticle = !article && (/^\p{Lu}/u.test(text) || isOwned(text));
  const isCounted = article === 'a' || article === 'an' || (!article && !takesNoArticle && isSingular(lastWord(text)));
  if (role === 'object' && !article && MASSES.has(text.toLowerCase()))
    return { role: 'mass', text, takesNoArticle, isCounted: false };
  return { role, text, takesNoArticle, isCounted };
}

const isUsable = (text: string) =>
  /^[\p{L}\p{N}][\p{L}\p{N}’' -]*$/u.test(text) && text.split(' ').length <= MAX_WORDS && isIngredient(text);

/** 'Grandma’s attic' takes no article. */
const isOwned = (text: string) => /^\S+[’']s? /.test(text);

export const lastWord = (text: string) => text.toLowerCase().split(' ').at(-1)!;
const isSingular = (word: string) => PERSONS.has(word) || PLACES.has(word) || THINGS.has(word);
const singularOf = (word: string) =>
  word.endsWith('s') && !isSingular(word) && !MASSES.has(word) ? word.replace(/s$/, '') : word;

/** Adjectives that aren't names: 'retired', 'old'. */
const COMMON_ADJECTIVE =
  /(?:ed|ing|ful|ous|less)$|^(?:bad|big|brave|chief|childish|foolish|former|good|great|junior|little|local|lonely|lost|new|old|poor|rich|secret|selfish|senior|single|small|stylish|tall|young)$/;

/** False for words that may be names or come from them, such as 'London' and 'Korean', and for unknown words. */
export function isCommonWord(word: string): boolean {
  const lower = word.toLowerCase();
  const singular = singularOf(lower);
  return isSingular(singular) || MASSES.has(lower) || COMMON_ADJECTIVE.test(lower);
}

/** Lowercases the capital with which phones begin a field: 'Old map', but neither 'London map' nor 'Grandma’s attic'. */
function lowerCommon(role: 'person' | 'place' | 'object', text: string): string {
  const known = roleOf(singularOf(lastWord(text)));
  const isCommon = known === role || (role === 'object' && known !== null);
  const isName = isOwned(text) || / the /.test(text) || !/^\p{Lu}\P{Lu}*$/u.test(text);
  return isCommon && !isName && isCommonWord(text.split(' ')[0]!) ? text.charAt(0).toLowerCase() + text.slice(1) : text;
}

/** At most six keywords that are names or whose role is known; for a guide, its topics too. */
export function nounsAmong(keywords: string, genre?: AiGenre): Noun[] {
  const parts = keywords.split(/[,;\n/|]+/).map(trimPhrase);
  return unique(
    parts.flatMap((part) => keywordNoun(part) ?? (genre === 'nonfiction' ? (topic(part) ?? []) : [])),
  ).slice(0, 6);
}

function keywordNoun(part: string): Noun | null {
  const text = part.replace(ARTICLE, '').replace(/["“”]/g, '');
  if (!text || !isUsable(text) || text.split(' ').some((word) => STOP.has(word.toLowerCase()))) return null;
  const known = knownNoun(text);
  if (known) return known;
  const takesNoArticle = text.split(' ').every((word) => /^\p{Lu}\p{Ll}+/u.test(word));
  return takesNoArticle ? { role: 'name', text, takesNoArticle: true, isCounted: false } : null;
}

const ADJECTIVE = /(?:ed|ful|ous|able|ible|ive|al|ic|less)$/;

/** A guide's keyword as its topic: 'baby sleep'. */
const topic = (text: string): Noun | null =>
  /^[\p{L} -]+$/u.test(text) && text.split(' ').length < 3 && isUsable(text) && !ADJECTIVE.test(lastWord(text))
    ? { role: 'mass', text, takesNoArticle: true, isCounted: false }
    : null;

/** Finds a noun's role by its last word: 'old lighthouse' is a place. */
function knownNoun(text: string): Noun | null {
  const last = lastWord(text);
  const singular = singularOf(last);
  const role = roleOf(singular);
  if (!role) return null;
  const isPlural = singular !== last;
  // Plurals of places and people fit fewer patterns than those of things.
  if (isPlural && role !== 'object') return null;
  return { role, text, takesNoArticle: isOwned(text), isCounted: !isPlural && role !== 'mass' && !isOwned(text) };
}

function roleOf(word: string): NounRole | null {
  if (PERSONS.has(word)) return 'person';
  if (PLACES.has(word)) return 'place';
  if (THINGS.has(word)) return 'object';
  return MASSES.has(word) ? 'mass' : null;
}

/** At most four nouns with a known role in a sentence. Skips capitalized words, because they may be names. */
export function nounsIn(sentence: string): Noun[] {
  const nouns = [...sentence.matchAll(/(?<![\p{L}-])\p{Ll}[\p{L}]+(?![\p{L}-])/gu)].flatMap(({ 0: word, index }) => {
    const before = wordsIn(sentence.slice(0, index)).at(-1) ?? '';
    const [, after = ''] = /^ (\p{Ll}+)/u.exec(sentence.slice(index + word.length)) ?? [];
    const isUncertain = STOP.has(word) || !isIngredient(word) || (AMBIGUOUS.has(word) && !DETERMINERS.has(before));
    // The last of two nouns in a row counts: 'harvest festival'.
    const isModifier = !AMBIGUOUS.has(after) && !STOP.has(after) && knownNoun(after) !== null;
    return isUncertain || isModifier ? [] : (knownNoun(word) ?? []);
  });
  return unique(nouns).slice(0, 4);
}

/** Leaves out nouns with a word for young people in romances and erotica. */
export const excludeYouths = (genre: AiGenre, nouns: readonly Noun[]) =>
  genre === 'romance' || genre === 'erotica'
    ? nouns.filter(({ text }) => !wordsIn(text).some((word) => word.split('-').some((part) => YOUTHS.has(part))))
    : [...nouns];

const unique = (nouns: readonly Noun[]) => [
  ...new Map(nouns.map((noun) => [noun.text.toLowerCase(), noun] as const)).values(),
];

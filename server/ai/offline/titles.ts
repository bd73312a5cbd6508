/** Titles from patterns, filled with nouns of the author or the genre. */
import type { TitleInput } from '#shared/ai.ts';
import { isKnownTitle, repeatedWordIn } from '#shared/title-checks.ts';
import { seededChance } from './chance.ts';
import data from './data/titles.json' with { type: 'json' };
import lexicon from './data/words.json' with { type: 'json' };
import { splitPhrases, wordSet } from './lists.ts';
import { excludeYouths, lastWord, type Noun, nounFor, nounsAmong, nounsIn } from './nouns.ts';
import { isEnglish } from './phrases.ts';
import { isGrave, isIngredient } from './refusals.ts';
import { articleFor, capitalize, possessive, titleCased, trimPhrase } from './text.ts';

const IN_PLACES = wordSet(lexicon.inPlaces);
const ON_PLACES = wordSet(lexicon.onPlaces);
const ANIMALS = wordSet(lexicon.animals);
const MAX_LENGTH = 50;
const NOTES = ['premise', 'keywords', 'person', 'place', 'object'] as const;

export function titles(input: TitleInput): string[] {
  const notes = NOTES.map((field) => input[field]);
  if (!isEnglish(notes)) return titlesWithoutPatterns(input);
  const chance = seededChance(['title', input]);
  const fromAuthor = authorNouns(input);
  const hasGraveNotes = isGrave(notes);
  const nouns = fromAuthor.length || hasGraveNotes ? fromAuthor : stockNouns(input);
  const all = patternsFor(input, hasGraveNotes).flatMap((pattern) =>
    fillings(pattern, nouns, input.genre).map((title) => ({ pattern, title })),
  );
  const usable = chance.sample(
    all.filter(({ title }) => isUsable(title)),
    all.length,
  );
  // Starts with one title per pattern: the tone's patterns, then the genre's, then those for any genre. The rest
  // follow.
  const first = usable.filter(({ pattern }, at) => usable.findIndex((other) => other.pattern === pattern) === at);
  const isToned = ({ pattern }: { pattern: string }) => tonePatterns(input).includes(pattern);
  const isOfGenre = ({ pattern }: { pattern: string }) => !isToned({ pattern }) && !data.any.includes(pattern);
  const isOfAnyGenre = (title: { pattern: string }) => !isToned(title) && !isOfGenre(title);
  const ordered = [
    ...first.filter(isToned).slice(0, Math.ceil(input.count / 2)),
    ...spreadOut(first.filter(isOfGenre)),
    ...spreadOut(first.filter(isOfAnyGenre)),
    ...usable,
  ];
  return [...new Set(ordered.map(({ title }) => title))].slice(0, input.count);
}

/** Titles in a language that we can't write: the author's nouns, alone and in pairs. */
function titlesWithoutPatterns({ keywords, person, place, object, count }: TitleInput): string[] {
  const typed = [person, place, object, ...keywords.split(/[,;\n、，]+/)].map(trimPhrase).filter(Boolean);
  const nouns = [...new Set(typed)].filter(isIngredient).map(capitalize);
  const pairs = nouns.flatMap((first, at) => nouns.slice(at + 1).map((second) => `${first} & ${second}`));
  return [...nouns, ...pairs].slice(0, count);
}

const NO_NOUNS = 'We can’t find words for titles here. Add a person, place, object, or keywords.';

/** The error by field for notes without nouns for titles, such as a premise in another language, or null. */
export function titleRefusal(input: TitleInput): Record<string, string[]> | null {
  const field = NOTES.find((name) => input[name]);
  return field && !titles(input).length ? { [field]: [NO_NOUNS] } : null;
}

/** Nouns from fields and keywords or, if there are none, from the premise. */
function authorNouns({ genre, person, place, object, keywords, premise }: TitleInput): Noun[] {
  const typed = [nounFor('person', person), nounFor('place', place), nounFor('object', object)];
  const nouns = excludeYouths(genre, [...typed.filter((noun) => noun !== null), ...nounsAmong(keywords, genre)]);
  return nouns.length ? nouns : excludeYouths(genre, nounsIn(premise));
}

function stockNouns({ genre }: TitleInput): Noun[] {
  const { objects, persons, places } = data[genre].stock;
  const nouns = (role: 'person' | 'place' | 'object', list: string) =>
    splitPhrases(list).flatMap((typed) => nounFor(role, typed) ?? []);
  return [...nouns('object', objects), ...nouns('person', persons), ...nouns('place', places)];
}

const tonePatterns = ({ tone }: TitleInput): readonly string[] => (tone ? data.tones[tone] : []);

function patternsFor(input: TitleInput, hasGraveNotes: boolean): readonly string[] {
  if (hasGraveNotes) return data.grave;
  const patterns = data[input.genre].patterns;
  return input.genre === 'nonfiction' ? patterns : [...tonePatterns(input), ...patterns, ...data.any];
}

/** Reorders titles so that those with the same first two words are spread out. */
function spreadOut<T extends { title: string }>(list: readonly T[]): T[] {
  const headOf = ({ title }: T) => title.split(' ').slice(0, 2).join(' ');
  return list
    .map((item, at) => ({ item, round: list.slice(0, at).filter((other) => headOf(other) === headOf(item)).length }))
    .sort((a, b) => a.round - b.round)
    .map(({ item }) => item);
}

/** All titles of a pattern: one for each noun that fits its slot, or each pair of nouns for two slots. */
function fillings(pattern: string, nouns: readonly Noun[], genre: string): string[] {
  const slots = [...pattern.matchAll(/\{(\w+)\}/g)].map(([, slot]) => slot!);
  return choices(slots, nouns, genre).map((values) => {
    let at = 0;
    const filled = pattern.replace(/\{\w+\}/g, () => values[at++]!);
    return titleCased(capitalize(filled));
  });
}

function choices(slots: readonly string[], nouns: readonly Noun[], genre: string): string[][] {
  const [slot, ...rest] = slots;
  if (!slot) return [[]];
  return nouns.flatMap((noun) => {
    const value = valueFor(slot, noun, genre);
    if (value === null) return [];
    const others = nouns.filter((other) => other !== noun);
    return choices(rest, others, genre).map((values) => [value, ...values]);
  });
}

const withThe = ({ text, takesNoArticle }: Noun) => (takesNoArticle ? text : `the ${text}`);
const withA = ({ text }: Noun) => `${articleFor(text)} ${text}`;

/** The noun in the form for the slot, or null if it doesn't fit. */
function valueFor(slot: string, noun: Noun, genre: string): string | null {
  const { role, text, takesNoArticle, isCounted } = noun;
  const isOneWord = !/[ -]/.test(text);
  switch (slot) {
    case 'object':
      return role === 'object' && !takesNoArticle ? text : null;
    case 'theObject':
      return role === 'object' ? withThe(noun) : null;
    case 'theThing':
      return role === 'object' && !ANIMALS.has(lastWord(text)) ? withThe(noun) : null;
    case 'objectTag':
      return role === 'object' && !takesNoArticle && isCounted ? text : null;
    case 'aObject':
      return role === 'object' && isCounted ? withA(noun) : null;
    case 'mass':
    case 'Mass':
      return role === 'mass' ? text : null;
    case 'topic':
      return role === 'mass' || role === 'name' || (role === 'object' && (!isCounted || genre !== 'nonfiction'))
        ? text
        : null;
    case 'person':
      return role === 'person' && !takesNoArticle && isCounted ? text : null;
    case 'personTag':
      return role === 'person' && (takesNoArticle || isCounted) && isOneWord ? text : null;
    case 'aPerson':
    case 'aReader':
      return role === 'person' && isCounted ? withA(noun) : role === 'person' && takesNoArticle ? text : null;
    case 'thePerson':
      return role === 'person' ? withThe(noun) : null;
    case 'Whose':
      return role === 'person' ? possessive(withThe(noun)) : null;
    case 'name':
      return role === 'name' ? text : null;
    case 'site':
      return role === 'place' && (isCounted || takesNoArticle) && !/[’']s? /.test(text) ? text : null;
    case 'placeName':
      return role === 'place' ? withThe(noun) : null;
    case 'place':
      return role === 'place' ? withThe(noun) : null;
    case 'outOfPlace':
      return role === 'place' ? `${ON_PLACES.has(lastWord(text)) ? 'off' : 'out of'} ${withThe(noun)}` : null;
    case 'inPlace':
      return role === 'place' ? `${prepositionFor(noun)} ${withThe(noun)}` : null;
    default:
      throw new Error(`A title pattern has the unknown slot {${slot}}.`);
  }
}

function prepositionFor({ text, takesNoArticle }: Noun) {
  const last = lastWord(text);
  if (ON_PLACES.has(last)) return 'on';
  return IN_PLACES.has(last) || (takesNoArticle && text.split(' ').length === 1) ? 'in' : 'at';
}

/** True for a title that is short enough, isn't a known book, and has no echo such as 'The Secret of the Secret'. */
const isUsable = (title: string) => title.length <= MAX_LENGTH && !isKnownTitle(title) && !repeatedWordIn(title);

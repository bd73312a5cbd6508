/** References to the author's story on a sheet: its nouns, its goal, and its obstacle, or a quotation. */
import type { AiGenre } from '#shared/ai-tools.ts';
import genres from './data/genres.json' with { type: 'json' };
import sheets from './data/sheets.json' with { type: 'json' };
import { splitPhrases } from './lists.ts';
import { type Noun, nounFor, nounsAmong, nounsIn } from './nouns.ts';
import { goalIn, isEnglish, phraseIn } from './phrases.ts';
import { isIngredient } from './refusals.ts';
import { trimPhrase, wordsIn } from './text.ts';

export type Story = {
  /** Noun phrases for use as an object, never as a subject. */
  refs: readonly string[];
  /** An infinitive: 'to find the road', 'to reach the goal (“revenge”)'. */
  want: string;
  /** A noun phrase, as an object; ends with a comma after a description. */
  block: string;
};

type Notes = {
  genre: AiGenre;
  /** The sheet's hero. Nouns in it become references only if the story has no others. */
  hero: string;
  premise: string;
  goal: string;
  obstacle: string;
  place: string;
  object: string;
  keywords: string;
};

const MAX_QUOTE_WORDS = 12;
const MAX_PREMISE_WORDS = 60;
/** 'the owner, who reads her too well': a description that a comma closes. */
const DESCRIBED = /^[^,]+, (?:who|whose|which|where|an?|the)\b[^,]*$/;

export function storyOf(notes: Notes): Story {
  const { genre, premise, goal, obstacle, place, object, keywords } = notes;
  const texts = [premise, goal, obstacle, place, keywords];
  const hasEnglishNotes = isEnglish(texts);
  const typed = [nounFor('object', object), nounFor('place', place)].filter((noun) => noun !== null);
  const nounObstacle = phraseIn(obstacle).kind === 'noun' ? obstacle : '';
  const found = hasEnglishNotes
    ? [...nounsAmong(keywords, genre), ...nounsIn(`${premise} ${place} ${nounObstacle}`)]
    : [];
  const things = distinct([...typed, ...found].filter(({ role }) => role !== 'person'));
  const others = things.filter(({ text }) => !includesWords(notes.hero, text));
  const nouns = others.length ? others : things;
  const refs = nouns.map(({ text, takesNoArticle }) => (takesNoArticle ? text : `the ${text}`));
  // Without nouns, such as in a language that we can't parse, the sheet refers to the notes as a whole.
  if (!refs.length && (premise || obstacle || goal || place)) refs.push('your idea');
  return {
    refs: refs.length ? refs : [genres[genre].ref],
    want: wantOf(goal, hasEnglishNotes),
    block: blockOf(obstacle, hasEnglishNotes) ?? genres[genre].block,
  };
}

/** Leaves out nouns that are part of an earlier one: 'muffins' after 'spilled muffins'. */
const distinct = (nouns: readonly Noun[]) =>
  nouns.filter(({ text }, at) => !nouns.some((other, before) => before < at && includesWords(other.text, text)));
const includesWords = (whole: string, part: string) => ` ${whole} `.toLowerCase().includes(` ${part} `.toLowerCase());

function wantOf(goal: string, hasEnglishNotes: boolean): string {
  const phrase = goalIn(goal);
  if (phrase.kind === 'empty') return 'to get what they want';
  return hasEnglishNotes && phrase.kind === 'verb' ? `to ${phrase.text}` : `to reach the goal (${quote(goal)})`;
}

function blockOf(obstacle: string, hasEnglishNotes: boolean): string | null {
  const phrase = phraseIn(obstacle);
  if (phrase.kind === 'empty') return null;
  if (
    hasEnglishNotes &&
    phrase.kind === 'noun' &&
    wordsIn(phrase.text).length <= MAX_QUOTE_WORDS &&
    isIngredient(phrase.text)
  )
    return DESCRIBED.test(phrase.text) ? `${phrase.text},` : phrase.text;
  return `the obstacle (${quote(obstacle)})`;
}

export const quotePremise = (premise: string) => quote(premise, MAX_PREMISE_WORDS);

/** The beginning of the author's own words, in quotation marks. */
export function quote(typed: string, max = MAX_QUOTE_WORDS): string {
  const text = trimPhrase(typed.replace(/["“”]/g, ''));
  const words = text.split(' ');
  return words.length <= max ? `“${text}”` : `“${trimPhrase(words.slice(0, max).join(' '))} …”`;
}

const LIGHT = new Set<string>(splitPhrases(sheets.lightGenres));

/**
 * The genre's seven beats. For notes about a real tragedy, a light genre's are replaced with the historical novel's.
 */
export const beatsOf = (genre: AiGenre, hasGraveNotes: boolean) =>
  genres[hasGraveNotes && LIGHT.has(genre) ? 'historical' : genre].beats.map((line) => {
    const [name, question] = line.split('|') as [string, string];
    return { name, question };
  });

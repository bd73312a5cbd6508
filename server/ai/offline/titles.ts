import type { TitleInput } from '#shared/ai.ts';
import type { Chance } from './chance.ts';
import { fill } from './fill.ts';
import { GENRES } from './genres.ts';
import { TONES } from './tones.ts';
import { notable, themesOf, titleCased } from './words.ts';

type TitleOrder = Pick<TitleInput, 'genre' | 'keywords' | 'premise' | 'tone'>;

/** Patterns for keywords that are things; they fit any genre. */
const OF_A_THING = [
  'The Last {key}',
  'The {key} and the {noun}',
  '{nouns} of the {key}',
  'The {adj} {key}',
  'After the {key}',
];

/** Generates one title. Two of three use a keyword, each in turn; `at` is the index in the list. */
export function bookTitle(order: TitleOrder, chance: Chance, at: number): string {
  const { patterns, keyed, ...lists } = GENRES[order.genre].titles;
  const themes = themesOf({ keywords: order.keywords, told: order.premise });
  const isKeyed = themes.length > 0 && at % 3 !== 2;
  const theme = isKeyed ? themes[at % themes.length]! : '';
  const choices = isKeyed ? [...keyed, ...(isThing(theme) ? OF_A_THING : [])] : patterns;
  const adjectives = order.tone && chance.below(2) ? TONES[order.tone].adjectives : lists.adjectives;
  const picks = pickFrom({ ...lists, adjectives }, chance);
  return fill(chance.deal(choices), (slot) => (slot === 'key' ? titleCased(asModifier(theme)) : picks(slot)));
}

const isThing = (theme: string) => notable(asModifier(theme)).length > 0 && !theme.includes(' ');

/** 'ghosts' becomes 'ghost' before another noun, if the singular is a known word. */
const asModifier = (theme: string) => {
  const singular = theme.replace(/s$/i, '');
  return singular !== theme && notable(singular).length > 0 && !theme.includes(' ') ? singular : theme;
};

type Lists = Record<'adjectives' | 'nouns' | 'plurals' | 'people' | 'places', readonly string[]>;

/** Fills a second slot of the same kind ('noun2') with a different word. */
function pickFrom({ adjectives, nouns, plurals, people, places }: Lists, chance: Chance) {
  const two: Record<string, string[]> = {
    adj: chance.some(adjectives, 2),
    noun: chance.some(nouns, 2),
    nouns: chance.some(plurals, 2),
    person: chance.some(people, 2),
    place: chance.some(places, 2),
  };
  return (slot: string) => two[slot.replace(/2$/, '')]?.[slot.endsWith('2') ? 1 : 0];
}

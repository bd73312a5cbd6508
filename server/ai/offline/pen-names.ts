import type { PenNameInput } from '#shared/ai.ts';
import { type Chance, seededChance } from './chance.ts';
import data from './data/names.json' with { type: 'json' };
import { splitWords } from './lists.ts';

type Name = { first: string; middle: string; last: string };
const FORMS = ['full', 'full', 'middle', 'initials', 'initial'] as const;
type Form = (typeof FORMS)[number];

/** Attempts at a name before accepting one that is similar to an earlier one. */
const MAX_ATTEMPTS = 40;

/**
 * Pen names. As far as possible, no two have the same last name and the same first letter. Returns fewer than requested
 * if the author's own names don't have that many forms.
 */
export function penNames(input: PenNameInput): string[] {
  const chance = seededChance(['pen_name', input]);
  const names: string[] = [];
  while (names.length < input.count) {
    const name = nextName(input, chance, names.map(headOf));
    if (!name) break;
    names.push(name);
  }
  return names;
}

/** Returns null if every attempt repeats an earlier name. */
function nextName(input: PenNameInput, chance: Chance, earlierNames: readonly string[]): string | null {
  let similarName: string | null = null;
  for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt++) {
    const name = penName(input, chance);
    if (!isSimilar(headOf(name), earlierNames)) return name;
    if (!earlierNames.includes(headOf(name))) similarName = name;
  }
  return similarName;
}

const headOf = (name: string) => name.split('\n')[0]!;

/** True for the same last name with the same first letter: 'M. Cassidy' and 'Maeve Cassidy'. */
const isSimilar = (name: string, others: readonly string[]) =>
  others.some((other) => other[0] === name[0] && other.split(' ').at(-1) === name.split(' ').at(-1));

/** Writes a name on the first line; on the second, its alternative form and the domain to look up, if it has one. */
function penName(input: PenNameInput, chance: Chance): string {
  const name = nameFor(input, chance);
  const form = formFor(input, chance);
  const printed = printedAs(form, name);
  const other = printedAs(form === 'initials' ? 'full' : 'initials', name);
  const domain = domainOf(printed);
  return `${printed}\nAlso: ${other}.${domain ? ` Look up ${domain} before you decide.` : ''}`;
}

function nameFor({ origin, gender, genre, first_name, last_name }: PenNameInput, chance: Chance): Name {
  const names = data.origins[origin];
  const firsts = splitWords(gender === 'any' ? (chance.below(2) ? names.feminine : names.masculine) : names[gender]);
  const [first, middle] = chance.sample(firsts, 2) as [string, string];
  const lasts = splitWords(origin === 'english' && chance.below(2) ? data.surnames[genre] : names.last);
  const name = { first: first_name || first, middle, last: last_name || chance.pick(lasts) };
  const middles = [middle, name.first, ...firsts];
  return { ...name, middle: middles.find((other) => !spellsWord({ ...name, middle: other })) ?? middle };
}

/** Picks a form of the requested kind. For 'mixed', picks initials more often in genres that favor them. */
function formFor({ form, genre }: PenNameInput, chance: Chance): Form {
  if (form === 'initials') return chance.pick(['initials', 'initials', 'initial'] as const);
  if (form === 'full') return chance.pick(['full', 'full', 'middle'] as const);
  const favorsInitials = ['fantasy', 'science_fiction', 'thriller'].includes(genre);
  return chance.pick(favorsInitials ? [...FORMS, 'initials' as const, 'initials' as const] : FORMS);
}

const initial = (name: string) => `${[...name][0]!.toUpperCase()}.`;

function printedAs(form: Form, { first, middle, last }: Name) {
  switch (form) {
    case 'full':
      return `${first} ${last}`;
    case 'middle':
      return `${first} ${initial(middle)} ${last}`;
    case 'initials':
      return `${initial(first)} ${initial(middle)} ${last}`;
    case 'initial':
      return `${initial(first)} ${last}`;
  }
}

const UNWANTED_INITIALS = new Set(
  'ASS BAD COW DIE DUD FAG FAT GAS HAG HOG KKK LIE NAG PIG PMS RAT SAD STD TIT BUM CUM GAG'.split(' '),
);
const spellsWord = ({ first, middle, last }: Name) =>
  UNWANTED_INITIALS.has([first, middle, last].map((part) => [...part][0]!.toUpperCase()).join(''));

/** Null for a name with letters that we can't convert to a–z. */
function domainOf(name: string): string | null {
  const letters = name
    .replace(/ł/gi, 'l')
    .replace(/ø/gi, 'o')
    .normalize('NFD')
    .replace(/[^\p{L}]/gu, '')
    .toLowerCase();
  return /^[a-z]+$/.test(letters) ? `${letters}.com` : null;
}

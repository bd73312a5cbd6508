import type { PenNameInput } from '#shared/ai.ts';
import type { Chance } from './chance.ts';
import { GENRES } from './genres.ts';
import { NAMES } from './names.ts';

type Name = { first: string; middle: string; last: string };
const FORMS = ['full', 'full', 'middle', 'initials', 'initial'] as const;
type Form = (typeof FORMS)[number];

/** Writes a name on the first line; on the second, its alternative form and the domain to look up. */
export function penName(input: PenNameInput, chance: Chance): string {
  const name = nameFor(input, chance);
  const form = formFor(input, chance);
  const printed = printedAs(form, name);
  const other = printedAs(form === 'initials' ? 'full' : 'initials', name);
  return `${printed}\nAlso: ${other}. Look up ${addressOf(printed)} before you decide.`;
}

function nameFor({ origin, gender, genre, first_name, last_name }: PenNameInput, chance: Chance): Name {
  const names = NAMES[origin];
  const firsts = gender === 'any' ? (chance.below(2) ? names.feminine : names.masculine) : names[gender];
  const [first, middle] = chance.some(firsts, 2) as [string, string];
  const lasts = origin === 'english' && chance.below(2) ? GENRES[genre].surnames : names.last;
  const name = { first: first_name || first, middle, last: last_name || chance.one(lasts) };
  return spellsWord(name) ? { ...name, middle: name.first } : name;
}

/** Picks initials more often if they were requested or the genre favors them. */
function formFor({ form, genre }: PenNameInput, chance: Chance): Form {
  if (form === 'initials') return chance.one(['initials', 'initials', 'initial'] as const);
  if (form === 'full') return chance.one(['full', 'full', 'middle'] as const);
  const likesInitials = ['fantasy', 'science_fiction', 'thriller'].includes(genre);
  return chance.one(likesInitials ? [...FORMS, 'initials' as const, 'initials' as const] : FORMS);
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

const UNLUCKY = new Set(
  'ASS BAD COW DIE DUD FAG FAT GAS HAG HOG KKK LIE NAG PIG PMS RAT SAD STD TIT BUM CUM GAG'.split(' '),
);
const spellsWord = ({ first, middle, last }: Name) =>
  UNLUCKY.has([first, middle, last].map((part) => [...part][0]!.toUpperCase()).join(''));

const addressOf = (name: string) =>
  `${name
    .replace(/ł/gi, 'l')
    .replace(/ø/gi, 'o')
    .normalize('NFD')
    .replace(/[^A-Za-z]/g, '')
    .toLowerCase()}.com`;

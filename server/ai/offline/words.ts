/** Small English helpers: articles, capitalization, lists, and keywords. */

/** Words whose first letter and first sound differ in kind (vowel or consonant). */
const SOUNDS_LIKE_YOU = /^(?:uni(?![dmn])|use|usu|uto|eu|ewe|one\b|once\b|ubiq)/i;
const SILENT_H = /^(?:hour|honest|honou?r|heir)/i;

/** 'a' or 'an', by the first sound of the phrase. */
export function articleFor(phrase: string): 'a' | 'an' {
  const word = phrase.replace(/^[^\p{L}\p{N}]+/u, '').normalize('NFD');
  if (SILENT_H.test(word) || /^(?:8|11\b|18\b)/.test(word)) return 'an';
  return /^[aeiou]/i.test(word) && !SOUNDS_LIKE_YOU.test(word) ? 'an' : 'a';
}

export const capitalised = (text: string) =>
  text.replace(/^(\P{L}*)(\p{L})/u, (_, before, first) => before + first.toUpperCase());

const SMALL = new Set('a an and as at but by for from in nor of on or the to with'.split(' '));

/** 'the lighthouse keeper' → 'The Lighthouse Keeper'. Existing capitals are kept. */
export const titleCased = (text: string) =>
  text
    .split(' ')
    .map((word, at) => (at > 0 && SMALL.has(word.toLowerCase()) ? word.toLowerCase() : capitalised(word)))
    .join(' ');

/** 'a, b and c'. */
export const listed = (items: readonly string[]) =>
  items.length < 2 ? (items[0] ?? '') : `${items.slice(0, -1).join(', ')} and ${items.at(-1)}`;

/** Collapses to one line and drops the final punctuation. */
export const phraseOf = (text: string) =>
  text
    .replace(/\s+/g, ' ')
    .trim()
    .replace(/[\s.,;:!?…-]+$/u, '');

/** Parses the keywords field: separated by commas or lines, at most six, each at most three words. */
export function keywordsIn(text: string): string[] {
  const parts = text
    .split(/[,;\n/|]+/)
    .map(phraseOf)
    .filter(Boolean);
  const short = parts.flatMap((part) => (part.split(' ').length > 3 ? notable(part) : [part]));
  return [...new Map(short.map((word) => [word.toLowerCase(), word])).values()].slice(0, 6);
}

/** Nouns that stories are often about, to find themes in a premise. */
const STORY_NOUNS = new Set(
  `actor airport apple army astronaut attic aunt baby baker bakery balloon band bank bear beach bee bell bird blood boat book
  bookshop border boxer bride bridge brother cabin cafe camera camp candle captain car castle cat cellar chef child church circus
  city clock cloud coast coffee college comet cook countess cousin cowboy crown dance dancer daughter dawn desert detective diary
  dinner diver doctor dog doll dragon dream duchess duke dust earl eclipse emperor engine factory fairy falcon farm father
  ferry festival fever fire firefly fisherman flame flood flower fog forest fortune fox friend frost funeral gallery garden ghost
  giant glacier gold grandmother grave guitar harbor harbour harvest heart heiress heist hill hockey horse hospital hotel
  house hunter hurricane husband ice inheritance inn inspector island jazz journal journey judge jungle key killer king kitchen
  knight lake lamp lantern lawyer letter library lie lighthouse lion lotus magic maid map marriage mask memory mermaid midwife mine
  mirror monastery money monk monster moon mother mountain museum music musician neighbour neighbor night nun nurse ocean
  office opera orchard orphan painter painting palace parade party photograph photographer piano pilot pirate planet poet poison
  police prince princess prison promise queen rabbit radio railway rain ranch raven recipe rescue revenge ring river road robot
  rose ruin sailor school sea secret shadow sheriff ship shop signal sister sky snow soldier son song spaceship spy star station
  storm stranger student summer surgeon sword swamp tailor tea teacher temple theatre theater thief throne tiger tower train
  treasure tree twin twins uncle university valley vampire veteran village vineyard violin volcano voyage waitress wall war
  wedding whale widow wife wind winter witch witness wolf woods writer yacht zoo`.split(/\s+/),
);

export const notable = (text: string): string[] => [
  ...new Set((text.toLowerCase().match(/[a-z]+/g) ?? []).filter((word) => STORY_NOUNS.has(word))),
];

/** Keywords if there are any, otherwise the notable words of the premise. */
export const themesOf = ({ keywords, told }: { keywords: string; told: string }) => {
  const given = keywordsIn(keywords);
  return given.length ? given : notable(told).slice(0, 4);
};

/** Matches 'the the', even across a line break. */
export const hasDoubledWord = (text: string) => /(?<![\p{L}’'-])(\p{L}+)[\s]+\1(?![\p{L}’'-])/iu.test(text);

/** References to the hero that the author typed: first 'Mara Quill, a retired pilot', then 'Mara'. */
import lexicon from './data/words.json' with { type: 'json' };
import { wordSet } from './lists.ts';
import { isCommonWord } from './nouns.ts';
import { lowerFirst, phraseIn, sentenceOf } from './phrases.ts';
import { articleFor, trimPhrase } from './text.ts';

export type Hero = {
  /** As a subject inside a sentence; ends with a comma after a description. */
  mid: string;
  /** As an object: 'me' for 'I'. Also ends with a comma after a description. */
  object: string;
  /** The object without the final comma, for the end of a sentence. */
  end: string;
  /** The name alone, or null if none is recognized. */
  name: string | null;
  /** True for two names: 'Emma and Jack'. */
  isPair: boolean;
  /** The author's description as sentences if it is a clause or sentences; otherwise null. */
  sentences: string | null;
};

const DETERMINERS = wordSet(lexicon.determiners);
const SUBJECTS = wordSet(lexicon.subjects);
const ROLES = wordSet(lexicon.persons);
const COMMON = wordSet(lexicon.persons, lexicon.animals);
const OBJECTS: Record<string, string> = { i: 'me', he: 'him', she: 'her', we: 'us', they: 'them' };
const HONORIFICS =
  /^(?:Mr|Mrs|Ms|Miss|Dr|Prof|St|Professor|Sir|Lady|Lord|King|Queen|Prince|Princess|Duke|Captain|Inspector|Detective|Agent|Officer|Chief|Major|General|Colonel|Sergeant|Saint|Father|Mother|Brother|Sister|Aunt|Uncle|Old|Young|Little|Big|Darth)\.?$/;
const AND = /^(?:and|&|und|y|e|et|en|og|och|i)$/;
const PARTICLES = /^(?:of|the|de|la|le|van|von|der|da|di|del|bin|al)$/;
/** Words that start a description after a name or noun. */
const BREAK =
  /\s(?:who|whom|whose|which|that|with|without|from|in|on|at|for|after|before|and (?:his|her|their)|trying|trapped|hiding|living|working|is|was)\b.*$/i;
/**
 * Lists of people, which get no comma at the end: 'Ann, Bob, and Cy', 'Ann, Bob and Cy', 'Ann, a nurse, and her dog'.
 */
const NAME_LIST =
  /, and (?:\p{Lu}|(?:his|her|their) )[^,]*$|^\p{Lu}\S*(?: \p{Lu}\S*)*(?:, \p{Lu}[^\s,]*(?: \p{Lu}[^\s,]*)*)+ and \p{Lu}[^,]*$/u;

export function parseHero(typed: string): Hero {
  const phrase = phraseIn(typed);
  if (phrase.kind === 'sentences' || phrase.kind === 'clause')
    return {
      mid: '',
      object: '',
      end: '',
      name: nameIn(trimPhrase(typed)),
      isPair: false,
      sentences: sentenceOf(typed),
    };
  const full = withArticle(lowerOpening(lowerStart(trimPhrase(typed))));
  const object = OBJECTS[full.toLowerCase()] ?? full;
  const comma = full.includes(',') && !NAME_LIST.test(full) ? ',' : '';
  const name = nameIn(full);
  const isPair = name?.split(' ').some((word) => AND.test(word)) ?? false;
  return { mid: full + comma, object: object + comma, end: object, name, isPair, sentences: null };
}

/** Lowercases a listed first word, except in a name: 'Will Turner', 'May, a nurse', 'Hope from Ohio'. */
function lowerStart(text: string): string {
  const [first = '', second = ''] = text.split(' ');
  const isOpening = DETERMINERS.has(first.toLowerCase()) || SUBJECTS.has(first.toLowerCase());
  const isBeforeNoun =
    /^\p{Ll}/u.test(second) &&
    !AND.test(second) &&
    !first.endsWith(',') &&
    text.slice(first.length).search(BREAK) !== 0;
  return isOpening || isBeforeNoun ? lowerFirst(text) : text;
}

/** True for a role after other words: 'Umbrella maker', but neither 'Mara the witch' nor 'Ann and mother'. */
function isRole(text: string): boolean {
  const [, ...more] = text.split(',')[0]!.replace(BREAK, '').split(' ');
  const last = more.at(-1) ?? '';
  return (
    (ROLES.has(last) || ROLES.has(last.replace(/s$/, ''))) &&
    more.every((word) => /^\p{Ll}/u.test(word) && !DETERMINERS.has(word) && !AND.test(word))
  );
}

/** Lowercases a capital that only starts the input: 'Retired pilot', 'Chief engineer Sun Okoro', 'Ex-CIA operative'. */
function lowerOpening(text: string): string {
  const [first = '', second = '', ...more] = text.split(' ');
  const isRoleOfName =
    /^\p{Lu}\p{Ll}+$/u.test(first) && ROLES.has(second) && more.some((word) => /^\p{Lu}/u.test(word));
  const isDescription = isRole(text) && /^\p{Lu}[\p{Ll}-]+$/u.test(first) && isCommonWord(first);
  const isKind = !second && COMMON.has(first.toLowerCase().replace(/s$/, ''));
  return isRoleOfName || isDescription || isKind || /^Ex-/.test(first)
    ? text.charAt(0).toLowerCase() + text.slice(1)
    : text;
}

/** 'retired ferry pilot' → 'a retired ferry pilot', 'last dragonrider' → 'the last dragonrider'. */
function withArticle(text: string): string {
  const [head = ''] = text.split(',');
  const [first = ''] = head.toLowerCase().split(' ');
  const needsNoArticle =
    DETERMINERS.has(first) || SUBJECTS.has(first) || /^(?:someone|anyone|somebody|humanity|mankind)$/.test(first);
  if (needsNoArticle || (/(?:^|\s)\p{Lu}\p{Ll}/u.test(head.replace(BREAK, '')) && !isRole(text))) return text;
  const noun = head.replace(BREAK, '').split(' ').at(-1)!.toLowerCase();
  if (/[^su]s$|people$|children$|(?:^|wo)men$|parents$|folk$/.test(noun)) return text;
  if (/^(?:last|first|only|best|next|youngest|oldest)$/.test(first)) return `the ${text}`;
  return `${articleFor(text)} ${text}`;
}

/** 'Mara Quill, a pilot' → 'Mara', '16-year-old Maya Chen' → 'Maya', 'a girl called Pim' → 'Pim'. */
function nameIn(text: string): string | null {
  const called = /\s(?:called|named)\s+(\p{Lu}[\p{L}’-]+)/u.exec(text)?.[1];
  if (called) return called;
  const [beforeComma = ''] = text.split(',');
  const head = beforeComma.replace(BREAK, '').trim();
  const words = head.split(' ');
  if (DETERMINERS.has(words[0]!.toLowerCase()) || SUBJECTS.has(words[0]!.toLowerCase())) return null;
  const isCapital = (word: string) => /^\p{Lu}[\p{L}’.-]*$/u.test(word);
  const isAllName =
    isCapital(words[0]!) && words.every((word) => isCapital(word) || PARTICLES.test(word) || AND.test(word));
  const last = words.findLastIndex((word) => !isCapital(word));
  const name = isAllName ? words : words.slice(last + 1);
  if (!name.length || (!isAllName && last === words.length - 1)) return null;
  if (name.some((word) => AND.test(word))) return name.join(' ');
  if (HONORIFICS.test(name[0]!))
    return name.length > 1 && !PARTICLES.test(name[1]!) ? name.slice(0, 2).join(' ') : head;
  return /^\p{Lu}\p{Ll}/u.test(name[0]!) ? name[0]! : null;
}

/**
 * Refers to a person the user typed in: 'Mara Quill, a retired pilot' at first, then 'Mara'; 'a girl who …', then 'the
 * girl'.
 */
import { capitalised, phraseOf } from './words.ts';

export type Hero = {
  /** For the middle of a sentence; ends with a comma if the description follows one. */
  intro: string;
  /** The same without the final comma, for the end of a sentence. */
  full: string;
  short: string;
  isPlural: boolean;
};

const BREAK =
  /\s+(?:who|whom|whose|which|that|with|without|from|of|in|on|at|and|trying|trapped|hiding|living|working)\b.*$/i;
const ARTICLE = /^(?:an?|the|two|three|four|five|some|my|our|one)\s+/i;

export function heroOf(typed: string): Hero {
  const full = smallArticle(phraseOf(typed));
  const [head = full] = full.split(',');
  const isNamed = !ARTICLE.test(head) && /^\p{Lu}/u.test(head);
  const isPlural = isNamed ? /\s(?:and|&)\s/.test(head) : isPluralPhrase(head);
  return {
    full,
    intro: full.includes(',') ? `${full},` : full,
    short: isNamed ? shortName(head) : definite(head),
    isPlural,
  };
}

/** Lowers the capital of a typed article ('A retired pilot') for the middle of a sentence. */
const smallArticle = (text: string) => (ARTICLE.test(text) ? text.charAt(0).toLowerCase() + text.slice(1) : text);

/** 'Mara Quill' → 'Mara', 'Dr. Mara Quill' → 'Dr. Quill', 'Mara and Tom Quill' unchanged. */
function shortName(head: string) {
  const name = head.replace(/\s+(?:who|whose|from|of|the)\b.*$/i, '').trim();
  if (/\s(?:and|&)\s/.test(name)) return name;
  const parts = name.split(' ');
  if (
    parts.length > 1 &&
    /^(?:Mr|Mrs|Ms|Miss|Dr|Prof|Professor|Sir|Lady|Lord|Captain|Inspector|Detective|Father|Sister)\.?$/i.test(parts[0]!)
  )
    return `${parts[0]} ${parts.at(-1)}`;
  return parts[0]!;
}

/** 'a retired ferry pilot' → 'the pilot', 'a dragon called Pim' → 'Pim'. */
function definite(head: string) {
  const name = /\s(?:called|named)\s+(\p{Lu}\S*)/u.exec(head)?.[1];
  if (name) return name;
  const noun = head.replace(BREAK, '').split(' ').at(-1)!;
  return `the ${noun}`;
}

function isPluralPhrase(head: string) {
  if (/^(?:an?|one)\s/i.test(head)) return false;
  const noun = head.replace(BREAK, '').split(' ').at(-1)!;
  return (
    /^(?:two|three|four|five)\s/i.test(head) || /[^siu]s$/i.test(noun) || /(?:people|children|women|men)$/i.test(noun)
  );
}

/** The task as it reads after 'must', and whether it reads well there. */
export function taskOf(typed: string): { task: string; readsOn: boolean } {
  const bare = phraseOf(typed).replace(
    /^(?:(?:he|she|they|it|i|we|you)\s+)?(?:must|has to|have to|needs? to|wants? to|to)\s+/i,
    '',
  );
  const task = bare.charAt(0).toLowerCase() + bare.slice(1);
  const [verb = ''] = task.split(' ');
  const readsOn = /^[a-z]+$/.test(verb) && !/(?:[^s]s|ing|ed)$/.test(verb) && !NO_VERBS.has(verb);
  return { task, readsOn };
}
const NO_VERBS = new Set(
  'a an the her his their its my our your revenge freedom love peace justice nothing'.split(' '),
);

/** Makes a sentence of any input: 'A town that lives on it.' */
export const sentenceOf = (typed: string) => {
  const text = typed.replace(/\s+/g, ' ').trim();
  return capitalised(/[.!?…]$/.test(text) ? text : `${phraseOf(text)}.`);
};

/** Prepares text to follow a colon: no sentence-initial capital, no period. */
export const clauseOf = (typed: string) => {
  const phrase = phraseOf(typed).replace(/^(?:if\b[^,]*,\s*)/i, '');
  return /^(?:The|An?|Her|His|Their|Its|All|Every|Everyone|Everything|No|Nobody|One|Two|Three|It|She|He|They|There|Someone|Everybody)\b/.test(
    phrase,
  )
    ? phrase.charAt(0).toLowerCase() + phrase.slice(1)
    : phrase;
};

/** The grammatical role of a phrase that an author typed, or 'other' if it is uncertain. */
import lexicon from './data/words.json' with { type: 'json' };
import { wordSet } from './lists.ts';
import { capitalize, trimPhrase, wordsIn } from './text.ts';

export type PhraseKind = 'empty' | 'sentences' | 'clause' | 'verb' | 'gerund' | 'noun' | 'place' | 'other';
/** `text` fits into the middle of a sentence, except for 'sentences', whose text is complete sentences. */
export type Phrase = { kind: PhraseKind; text: string };

const VERBS = wordSet(lexicon.verbs);
const ADVERBS = wordSet(lexicon.adverbs);
const FINITE = wordSet(lexicon.finite);
const SUBJECTS = wordSet(lexicon.subjects);
const DETERMINERS = wordSet(lexicon.determiners);
const PRONOUNS = wordSet('i you he she we they it');
const PREPOSITIONS = wordSet(lexicon.prepositions);
const FOREIGN = wordSet(lexicon.foreign);
const ENGLISH = wordSet(lexicon.stop, lexicon.subjects, lexicon.determiners, lexicon.prepositions);

const MODAL = /^(?:(?:he|she|they|it|i|we|you)\s+)?(?:must|ha(?:s|ve) to|needs? to|wants? to|to)\s+(?=\p{Ll})/iu;
const RELATIVE = /\s(?:who|whom|whose|which|that|where|when)\b.*$/i;
/** Nouns that look like gerunds. */
const NO_GERUND = /^(?:king|ring|spring|string|thing|wing|nothing|everything|something|evening|morning|wedding)$/;
/** 'Dr.' and initials, whose period ends no sentence. */
const ABBREVIATION = /(?<!\p{L})(Mr|Mrs|Ms|Dr|Prof|St|(?!I)\p{Lu})\./gu;
const MAX_WORDS = 28;

export function phraseIn(typed: string): Phrase {
  const whole = typed.replace(/\s+/g, ' ').trim();
  const text = trimPhrase(whole);
  if (!text) return { kind: 'empty', text: '' };
  const hasTwoSentences = /[.!?…]["”’]?\s+\S/.test(text.replace(ABBREVIATION, '$1'));
  if (hasTwoSentences || /[!?]["”]?$/.test(whole) || wordsIn(text).length > MAX_WORDS)
    return { kind: 'sentences', text: sentenceOf(whole) };
  const [first = '', second = ''] = text.toLowerCase().split(/[\s,]+/);
  if (['if', 'unless', 'when', 'because', 'so', 'and', 'but', 'or'].includes(first))
    return { kind: 'sentences', text: sentenceOf(whole) };
  const lowered = lowerFirst(text);
  if (isClause(text)) return { kind: 'clause', text: lowered };
  if (PREPOSITIONS.has(first)) return { kind: 'place', text: lowered };
  if (DETERMINERS.has(first)) return { kind: isCertainNoun(text) ? 'noun' : 'other', text: lowered };
  if (/^\p{Lu}\p{Ll}/u.test(text) && /^\p{Lu}/u.test(text.split(' ')[1] ?? '')) return { kind: 'noun', text };
  if (/ing$/.test(first) && first.length > 4 && !NO_GERUND.test(first) && !VERBS.has(first))
    return { kind: 'gerund', text: lowered };
  const isVerb =
    (VERBS.has(first) && second !== 'of' && !isBareNoun(text)) || (ADVERBS.has(first) && VERBS.has(second));
  return { kind: isVerb ? 'verb' : 'other', text: lowered };
}

/** False for 'no magic', and if a word could be a verb that isn't listed: 'the crew chants to turn back'. */
function isCertainNoun(text: string): boolean {
  const [first = '', , ...more] = (text.replace(RELATIVE, '').split(',')[0] ?? '').toLowerCase().split(' ');
  const isIndefinite = /^(?:no|any|every|each)$/.test(first);
  const isPlural = /^(?:two|three|four|five|six|seven|eight|nine|ten|these|those|several|many)$/.test(first);
  return (
    !isIndefinite &&
    !more.some((word, at) => at < more.length - 1 && ((!isPlural && /[^su’']s$|ed$/.test(word)) || word === 'us'))
  );
}

/** 'love' or 'revenge' alone is a noun; 'love again' isn't. */
const isBareNoun = (text: string) => !text.includes(' ') && !/^(?:escape|survive|win|disappear|return)$/i.test(text);

/** Parses a goal without its leading 'to' or 'she must'. */
export function goalIn(typed: string): Phrase {
  const withoutModal = typed.trim().replace(MODAL, '');
  const phrase = phraseIn(withoutModal);
  if (phrase.kind !== 'other' || withoutModal === typed.trim()) return phrase;
  // A word after 'to' is a verb even if it isn't listed.
  return { kind: 'verb', text: lowerFirst(phrase.text) };
}

function isClause(text: string): boolean {
  const [first = '', second = '', ...more] = text
    .replace(RELATIVE, '')
    .toLowerCase()
    .split(/[\s,]+/);
  if (PRONOUNS.has(first)) return second !== '';
  if (SUBJECTS.has(first)) return [second, ...more].slice(0, 5).some((token) => FINITE.has(token));
  if (!DETERMINERS.has(first) && !/^\p{Lu}/u.test(text) && !/s$/.test(first)) return false;
  const tokens = DETERMINERS.has(first) ? more : [second, ...more];
  for (const [at, token] of tokens.entries()) {
    // 'a man she loves' has a clause inside.
    if (SUBJECTS.has(token)) return false;
    if (FINITE.has(token)) return at < 4;
  }
  return false;
}

/**
 * Lowercases a capital that only starts a sentence: 'The town' → 'the town'. Leaves 'I' and unlisted words, such as
 * most names, but not 'Will' or 'Grant'.
 */
export function lowerFirst(text: string): string {
  const [first = ''] = text.split(/[\s,]/);
  const lowered = first.toLowerCase();
  const isSentenceStart =
    lowered !== 'i' &&
    !/^i[’']/i.test(first) &&
    (ENGLISH.has(lowered) || VERBS.has(lowered) || FINITE.has(lowered) || ADVERBS.has(lowered));
  return isSentenceStart ? lowered + text.slice(first.length) : text;
}

/** The author's words as complete sentences. */
export const sentenceOf = (typed: string) => {
  const text = typed.replace(/\s+/g, ' ').trim();
  // Sentences in other scripts end differently.
  const isEnded = /[.!?…。！？]["”’)]?$/.test(text) || /(?!\p{Script=Latin})\p{L}$/u.test(text);
  return text && capitalize(isEnded ? text : `${trimPhrase(text)}.`);
};

/** False if the notes seem to be in another language, so that they can't be worked into English sentences. */
export function isEnglish(texts: readonly string[]): boolean {
  const words = texts.flatMap(wordsIn);
  const letters = texts.join('').match(/\p{L}/gu) ?? [];
  if (letters.filter((letter) => !/\p{Script=Latin}/u.test(letter)).length > letters.length / 2) return false;
  const foreign = words.filter((word) => FOREIGN.has(word) && !ENGLISH.has(word)).length;
  return foreign < 2 || foreign <= words.filter((word) => ENGLISH.has(word) && !FOREIGN.has(word)).length;
}

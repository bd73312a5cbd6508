/** Weak passwords: common ones, and those made of their owner's name or address, or of the site's name. */

/** Up to this many digits and signs around a guessable word don't help: cracking tools append them routinely. */
const MAX_DECORATION = 6;
const MIN_WORD_LENGTH = 3;

let commonPasswordsPromise: Promise<ReadonlySet<string>> | undefined;

/** About 49,000 passwords, loaded for the first new password. The list never leaves the server. */
const commonPasswords = () =>
  (commonPasswordsPromise ??= import('@zxcvbn-ts/language-common/src/passwords.json', { with: { type: 'json' } }).then(
    ({ default: passwords }) => new Set(passwords),
  ));

/**
 * True for a common password regardless of case, also repeated or with digits and signs around it, and for runs such as
 * 'abcdefgh'.
 */
export async function isCommonPassword(password: string): Promise<boolean> {
  const normalized = normalize(password);
  const undecorated = removeDecoration(normalized);
  const common = await commonPasswords();
  return [normalized, undecorated].some((text) => isRun(text) || common.has(text) || common.has(repeatedPart(text)));
}

/** True if only a few digits and signs remain after removing the words and their parts. */
export function isMadeOfWords(password: string, texts: readonly string[]): boolean {
  const normalized = normalize(password);
  const rest = wordsIn(texts).reduce((remaining, word) => remaining.replaceAll(word, ''), normalized);
  return rest !== normalized && rest.length <= MAX_DECORATION && !/\p{L}/u.test(rest);
}

/**
 * 'Ada Quill' and 'ada@post.example' yield 'ada quill', 'adaquill', 'quill', 'post', 'ada', and others, longest first.
 */
const wordsIn = (texts: readonly string[]) =>
  texts
    .map(normalize)
    .flatMap((text) => [
      text,
      text.split('@')[0]!,
      ...text.split(/[^\p{L}\p{N}]+/u),
      text.replace(/[^\p{L}\p{N}]/gu, ''),
    ])
    .filter((word) => word.length >= MIN_WORD_LENGTH)
    .sort((a, b) => b.length - a.length);

const normalize = (text: string) => text.normalize('NFKC').toLowerCase().trim();

/** Strips leading and trailing digits and signs if there are few enough; otherwise returns the text unchanged. */
function removeDecoration(text: string) {
  const core = text.replace(/^[^\p{L}]+/u, '').replace(/[^\p{L}]+$/u, '');
  return core && text.length - core.length <= MAX_DECORATION ? core : text;
}

/** 'dragon' for 'dragondragon'; the text itself if it doesn't repeat. */
const repeatedPart = (text: string) => /^(.{3,}?)\1+$/su.exec(text)?.[1] ?? text;

/** True if the characters all stay the same, ascend, or descend: 'aaaaaaaa', '87654321'. */
function isRun(text: string) {
  const codes = [...text].map((character) => character.codePointAt(0)!);
  const step = codes[1]! - codes[0]!;
  return Math.abs(step) <= 1 && codes.every((code, i) => i === 0 || code - codes[i - 1]! === step);
}

/** Passwords that attackers try first: common ones, and those made of what is known of their owner. */

/** So many digits and signs around a guessable word add nothing: cracking tools append them as a matter of course. */
const MAX_DECORATION = 6;
const MIN_WORD = 3;

let list: Promise<ReadonlySet<string>> | undefined;

/** Some 49,000, loaded at the first new password. They never leave the server. */
const commonPasswords = () =>
  (list ??= import('@zxcvbn-ts/language-common/src/passwords.json', { with: { type: 'json' } }).then(
    ({ default: passwords }) => new Set(passwords),
  ));

/** True for a common password in any case, also repeated or with digits and signs around it, and for runs such as 'abcdefgh'. */
export async function isCommonPassword(password: string): Promise<boolean> {
  const plain = normalized(password);
  const core = undecorated(plain);
  const common = await commonPasswords();
  return [plain, core].some((text) => isRun(text) || common.has(text) || common.has(repeatedPart(text)));
}

/** True when nothing but a few digits and signs is left once the words, and what they consist of, are taken out. */
export function isMadeOfWords(password: string, texts: readonly string[]): boolean {
  const plain = normalized(password);
  const rest = wordsIn(texts).reduce((left, word) => left.replaceAll(word, ''), plain);
  return rest !== plain && rest.length <= MAX_DECORATION && !/\p{L}/u.test(rest);
}

/** 'Ada Quill' and 'ada@post.example' are also 'ada quill', 'adaquill', 'ada', 'quill', 'post', and so on; the longest first. */
const wordsIn = (texts: readonly string[]) =>
  texts
    .map(normalized)
    .flatMap((text) => [
      text,
      text.split('@')[0]!,
      ...text.split(/[^\p{L}\p{N}]+/u),
      text.replace(/[^\p{L}\p{N}]/gu, ''),
    ])
    .filter((word) => word.length >= MIN_WORD)
    .sort((a, b) => b.length - a.length);

const normalized = (text: string) => text.normalize('NFKC').toLowerCase().trim();

/** Without the digits and signs in front and behind, if there are few enough; else as it is. */
function undecorated(text: string) {
  const core = text.replace(/^[^\p{L}]+/u, '').replace(/[^\p{L}]+$/u, '');
  return core && text.length - core.length <= MAX_DECORATION ? core : text;
}

/** 'dragon' of 'dragondragon'; the text itself when it repeats nothing. */
const repeatedPart = (text: string) => /^(.{3,}?)\1+$/su.exec(text)?.[1] ?? text;

/** Each character is the same as the one before, the next, or the previous one, all the way: 'aaaaaaaa', '87654321'. */
function isRun(text: string) {
  const codes = [...text].map((character) => character.codePointAt(0)!);
  const step = codes[1]! - codes[0]!;
  return Math.abs(step) <= 1 && codes.every((code, i) => i === 0 || code - codes[i - 1]! === step);
}

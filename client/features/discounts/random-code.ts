/** Without 0, O, 1, I and L, which people mix up when they type a code from paper. */
const LETTERS = 'ABCDEFGHJKMNPQRSTUVWXYZ23456789';
const CODE_LENGTH = 8;

/** A code of eight characters, each equally likely. `nextByte` gives 0–255. */
export function randomCode(nextByte: () => number): string {
  let code = '';
  while (code.length < CODE_LENGTH) {
    const byte = nextByte();
    // The bytes above the last whole round would make the first characters more likely.
    if (byte < LETTERS.length * Math.floor(256 / LETTERS.length)) code += LETTERS[byte % LETTERS.length];
  }
  return code;
}

export const secureByte = () => crypto.getRandomValues(new Uint8Array(1))[0]!;

/** Writes one email's bytes into a buffer that grows when needed. */
import type { Page, Rendered } from '#server/platform/mail.ts';
import type { Cut } from './quoted-printable.ts';

/** Encoded replacement of a slot in one email. */
export type Words = Record<keyof Rendered, Uint8Array>;

export type Writer = ReturnType<typeof writerOn>;

export function writerOn(page: Page) {
  let end = 0;
  const makeRoom = (length: number) => {
    if (end + length <= page.bytes.length) return;
    const larger = Buffer.alloc(2 * (end + length));
    page.bytes.copy(larger, 0, 0, end);
    page.bytes = larger;
  };
  return {
    /** ASCII only. */
    text: (text: string) => {
      makeRoom(text.length);
      end += page.bytes.write(text, end, 'latin1');
    },
    /** Copies the part as a whole, then overwrites its slots. A replacement of another length moves what follows. */
    cut: (
      { bytes, at, slots: which }: Cut,
      words: readonly Words[],
      slots: readonly string[],
      format: keyof Rendered,
    ) => {
      let growth = 0;
      for (const slot of which) growth += words[slot]![format].length - slots[slot]!.length;
      makeRoom(bytes.length + Math.max(0, growth));
      const target = page.bytes;
      target.set(bytes, end);
      let shift = end;
      for (let index = 0; index < which.length; index++) {
        const slot = which[index]!;
        const word = words[slot]![format];
        target.set(word, shift + at[index]!);
        const moved = word.length - slots[slot]!.length;
        if (!moved) continue;
        const rest = at[index]! + slots[slot]!.length;
        shift += moved;
        bytes.copy(target, shift + rest, rest);
      }
      end += bytes.length + growth;
    },
    /** Valid until the buffer is overwritten. */
    written: () => page.bytes.subarray(0, end),
  };
}

/** Writes one email's bytes into a buffer that grows when needed. */
import type { MessageBuffer, Rendered } from '#server/platform/mail.ts';
import type { EncodedTemplate } from './quoted-printable.ts';

/** Encoded replacement of a placeholder in one email. */
export type EncodedValue = Record<keyof Rendered, Uint8Array>;

export type Writer = ReturnType<typeof createWriter>;

export function createWriter(buffer: MessageBuffer) {
  let end = 0;
  const makeRoom = (length: number) => {
    if (end + length <= buffer.bytes.length) return;
    const larger = Buffer.alloc(2 * (end + length));
    buffer.bytes.copy(larger, 0, 0, end);
    buffer.bytes = larger;
  };
  return {
    /** ASCII only. */
    text: (text: string) => {
      makeRoom(text.length);
      end += buffer.bytes.write(text, end, 'latin1');
    },
    /**
     * Copies the part as a whole, then overwrites its placeholders. A replacement of another length moves what follows.
     */
    template: (
      { bytes, offsets, placeholders: placeholderIndexes }: EncodedTemplate,
      values: readonly EncodedValue[],
      placeholders: readonly string[],
      format: keyof Rendered,
    ) => {
      let growth = 0;
      for (const placeholder of placeholderIndexes)
        growth += values[placeholder]![format].length - placeholders[placeholder]!.length;
      makeRoom(bytes.length + Math.max(0, growth));
      const target = buffer.bytes;
      target.set(bytes, end);
      let shift = end;
      for (let index = 0; index < placeholderIndexes.length; index++) {
        const placeholder = placeholderIndexes[index]!;
        const value = values[placeholder]![format];
        target.set(value, shift + offsets[index]!);
        const difference = value.length - placeholders[placeholder]!.length;
        if (!difference) continue;
        const rest = offsets[index]! + placeholders[placeholder]!.length;
        shift += difference;
        bytes.copy(target, shift + rest, rest);
      }
      end += bytes.length + growth;
    },
    /** Valid until the buffer is overwritten. */
    written: () => buffer.bytes.subarray(0, end),
  };
}

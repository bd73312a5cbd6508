/**
 * The token of a reader's feed. It gives access to nothing else, because people paste feed URLs into other programs.
 */
import { sign, unsign } from '#server/platform/signed.ts';

const PURPOSE = 'reader feed';

export function readerFeedToken(secret: string, reader_id: number) {
  const payload = Buffer.alloc(4);
  payload.writeUInt32BE(reader_id);
  return sign(secret, PURPOSE, payload);
}

/** The reader's id, or null if we didn't issue the token. */
export function readFeedToken(secret: string, token: string): number | null {
  const payload = unsign(secret, PURPOSE, token);
  return payload?.length === 4 ? payload.readUInt32BE() : null;
}

/** Image references in a compose file or Dockerfile: `image: NAME:TAG@DIGEST`, `FROM NAME:TAG@DIGEST`. */

/**
 * Captures the text before the name, the name with its tag, and the digest. Our own images are built locally and have
 * no digest.
 */
const REFERENCE = /^(\s*image:\s*|FROM\s+)(?!deckle:)([\w.\-/:]+:[\w.-]+)(@sha256:[0-9a-f]{64})?/gm;

/** Unique names with their tags. */
export const imagesIn = (text: string): string[] => [
  ...new Set([...text.matchAll(REFERENCE)].map(([, , image]) => image!)),
];

/** The text with each image's current digest. */
export const pinImages = (text: string, digests: ReadonlyMap<string, string>): string =>
  text.replace(REFERENCE, (_, before: string, image: string) => `${before}${image}@${digests.get(image)}`);

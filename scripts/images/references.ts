/** Images in a compose file or a Dockerfile: `image: NAME:TAG@DIGEST`, `FROM NAME:TAG@DIGEST`. */

/** Captures the text before the name, the name with its tag, and the digest. Our own image, which is built here, has none. */
const REFERENCE = /^(\s*image:\s*|FROM\s+)(?!deckle:)([\w.\-/:]+:[\w.-]+)(@sha256:[0-9a-f]{64})?/gm;

/** Names with their tags, each once. */
export const imagesIn = (text: string): string[] => [
  ...new Set([...text.matchAll(REFERENCE)].map(([, , image]) => image!)),
];

/** The text with each image's digest, old ones replaced. */
export const pinned = (text: string, digests: ReadonlyMap<string, string>): string =>
  text.replace(REFERENCE, (_, before: string, image: string) => `${before}${image}@${digests.get(image)}`);

const EXCERPT_LENGTH = 280;

/**
 * The description if it is short, otherwise the words at its start that fit in 280 characters. A word that fills more
 * than half of them is cut, but no surrogate pair is: Postgres refuses half of one in JSON.
 */
export function excerptOf(description: string) {
  if (description.length <= EXCERPT_LENGTH) return description;
  const start = description.slice(0, EXCERPT_LENGTH + 1);
  const end = start.search(/\s+\S*$/);
  const text = end > EXCERPT_LENGTH / 2 ? start.slice(0, end) : start.slice(0, EXCERPT_LENGTH);
  return `${text.replace(/[\ud800-\udbff]$/, '')} …`;
}

type Blurbs = { blurb: string; description: string };

/** The blurb of a newsletter's entry: the promotion's own, or the book's, or the start of its description. */
export const entryBlurb = (override: string | null | undefined, { blurb, description }: Blurbs) =>
  override || blurb || excerptOf(description);

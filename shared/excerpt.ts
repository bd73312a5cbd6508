const EXCERPT_LENGTH = 280;

/** The description if it is short, otherwise its beginning up to the last word that fits. */
export const excerptOf = (description: string) =>
  description.length <= EXCERPT_LENGTH
    ? description
    : `${description.slice(0, EXCERPT_LENGTH).replace(/\s+\S*$/, '')} …`;

type Blurbs = { blurb: string; description: string };

/** The blurb of a newsletter's entry: the promotion's own, or the book's, or the start of its description. */
export const entryBlurb = (override: string | null | undefined, { blurb, description }: Blurbs) =>
  override || blurb || excerptOf(description);

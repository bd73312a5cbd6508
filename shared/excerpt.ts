const EXCERPT_LENGTH = 280;

/** The description if it is short, otherwise the words at its start that fit in 280 characters. */
export const excerptOf = (description: string) =>
  description.length <= EXCERPT_LENGTH
    ? description
    : `${description
        .slice(0, EXCERPT_LENGTH + 1)
        .replace(/\s+\S*$/, '')
        .slice(0, EXCERPT_LENGTH)} …`;

type Blurbs = { blurb: string; description: string };

/** The blurb of a newsletter's entry: the promotion's own, or the book's, or the start of its description. */
export const entryBlurb = (override: string | null | undefined, { blurb, description }: Blurbs) =>
  override || blurb || excerptOf(description);

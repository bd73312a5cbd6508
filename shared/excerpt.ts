const EXCERPT_LENGTH = 280;

/** The description if it is short, otherwise its beginning up to the last word that fits. */
export const excerptOf = (description: string) =>
  description.length <= EXCERPT_LENGTH
    ? description
    : `${description.slice(0, EXCERPT_LENGTH).replace(/\s+\S*$/, '')} …`;

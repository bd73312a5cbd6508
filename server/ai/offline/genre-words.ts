/** What a genre is made of. Every list is a table of texts; how they are put together stands in the tools' files. */

/**
 * A step of the plot: its name and the ways it can go. {hero}, {ally} and {rival} stand for people and never begin a verb that
 * would have to agree with them; {Hero} and the like begin a sentence.
 */
type Beat = { name: string; ways: readonly string[] };

export type GenreWords = {
  /** In title case. `patterns` use the other lists by {adj}, {noun}, {nouns}, {person} and {place}; a second pick is {noun2}. */
  titles: {
    adjectives: readonly string[];
    nouns: readonly string[];
    plurals: readonly string[];
    people: readonly string[];
    places: readonly string[];
    patterns: readonly string[];
    /** With {key}, which may be any noun, an adjective or a name. */
    keyed: readonly string[];
  };
  /** English surnames with the genre's sound. */
  surnames: readonly string[];
  /** Without article. */
  jobs: readonly string[];
  /** Read on after 'to'. */
  wants: readonly string[];
  /** What somebody did or has, as a fragment without its subject. */
  secrets: readonly string[];
  /** Noun phrases. */
  settings: readonly string[];
  /** Noun phrases. */
  obstacles: readonly string[];
  /** Whole clauses, small at the start. */
  stakes: readonly string[];
  beats: readonly Beat[];
  /** Whole sentences that can open a blurb, turn it, and promise a reader what they get. */
  hooks: readonly string[];
  turns: readonly string[];
  promises: readonly string[];
};

/** Word lists of a genre. The tools' files combine them. */

/**
 * A plot step: its name and the ways it can go. {hero}, {ally}, and {rival} are people and never the subject of a verb
 * that would have to agree in number; {Hero} and so on begin a sentence.
 */
type Beat = { name: string; ways: readonly string[] };

export type GenreWords = {
  /**
   * In title case. `patterns` use the other lists by {adj}, {noun}, {nouns}, {person}, and {place}; {noun2} is a second
   * pick.
   */
  titles: {
    adjectives: readonly string[];
    nouns: readonly string[];
    plurals: readonly string[];
    people: readonly string[];
    places: readonly string[];
    patterns: readonly string[];
    /** Templates with {key}, which may be any noun, an adjective, or a name. */
    keyed: readonly string[];
  };
  /** English surnames that fit the genre. */
  surnames: readonly string[];
  /** Without an article. */
  jobs: readonly string[];
  /** Continue a sentence after 'to'. */
  wants: readonly string[];
  /** Something the person did or has, as a fragment without a subject. */
  secrets: readonly string[];
  /** Noun phrases. */
  settings: readonly string[];
  /** Noun phrases. */
  obstacles: readonly string[];
  /** Clauses that start in lower case. */
  stakes: readonly string[];
  beats: readonly Beat[];
  /** Complete sentences: openings of a blurb, turning points, and promises to the reader. */
  hooks: readonly string[];
  turns: readonly string[];
  promises: readonly string[];
};

/** Options and limits of the AI tools. Without zod, because public pages import this. */

export const AI_TOOLS = ['description', 'pen_name', 'character', 'title', 'plot'] as const;
export type AiTool = (typeof AI_TOOLS)[number];

export const AI_GENRES = {
  mystery: 'Mystery',
  cozy: 'Cozy mystery',
  thriller: 'Thriller',
  romance: 'Romance',
  erotica: 'Steamy romance',
  fantasy: 'Fantasy',
  science_fiction: 'Science fiction',
  horror: 'Horror',
  historical: 'Historical fiction',
  young_adult: 'Young adult',
  childrens: "Children's",
  nonfiction: 'Nonfiction',
} as const;
export type AiGenre = keyof typeof AI_GENRES;

export const AI_TONES = { warm: 'Warm', witty: 'Witty', dark: 'Dark', tense: 'Tense', lyrical: 'Lyrical' } as const;

export const AI_ORIGINS = {
  english: 'English',
  scottish: 'Scottish',
  irish: 'Irish',
  french: 'French',
  german: 'German',
  scandinavian: 'Scandinavian',
  italian: 'Italian',
  spanish: 'Spanish and Latin American',
  polish: 'Polish',
  indian: 'Indian',
  japanese: 'Japanese',
  nigerian: 'Nigerian',
} as const;

export const AI_GENDERS = { any: 'Any', feminine: 'Feminine', masculine: 'Masculine' } as const;

export const PEN_NAME_FORMS = { mixed: 'Some of each', full: 'Full first name', initials: 'Initials' } as const;

export const CHARACTER_ROLES = {
  protagonist: 'Protagonist',
  antagonist: 'Antagonist',
  ally: 'Ally',
  mentor: 'Mentor',
  love_interest: 'Love interest',
} as const;

export const MIN_AI_OPTIONS = 3;
export const MAX_AI_OPTIONS = 10;
/** Maximum total length of a request's fields. */
export const MAX_AI_INPUT_LENGTH = 2000;
/** Maximum requests from one network in an hour and in a day. */
export const MAX_AI_TRIES = { hour: 10, day: 60 } as const;
/** The limit of the staff tool, per account. */
export const MAX_AI_PROMPTS_PER_HOUR = 60;
export const MAX_PROMPT_NAME_LENGTH = 80;

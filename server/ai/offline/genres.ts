import type { AiGenre } from '#shared/ai-tools.ts';
import type { GenreWords } from './genre-words.ts';
import { childrens } from './genres/childrens.ts';
import { cozy } from './genres/cozy.ts';
import { erotica } from './genres/erotica.ts';
import { fantasy } from './genres/fantasy.ts';
import { historical } from './genres/historical.ts';
import { horror } from './genres/horror.ts';
import { mystery } from './genres/mystery.ts';
import { nonfiction } from './genres/nonfiction.ts';
import { romance } from './genres/romance.ts';
import { scienceFiction } from './genres/science-fiction.ts';
import { thriller } from './genres/thriller.ts';
import { youngAdult } from './genres/young-adult.ts';

export const GENRES: Record<AiGenre, GenreWords> = {
  mystery,
  cozy,
  thriller,
  romance,
  erotica,
  fantasy,
  science_fiction: scienceFiction,
  horror,
  historical,
  young_adult: youngAdult,
  childrens,
  nonfiction,
};

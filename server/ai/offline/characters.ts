import type { CharacterInput } from '#shared/ai.ts';
import type { AiGender, AiGenre } from '#shared/ai-tools.ts';
import type { Chance } from './chance.ts';
import { GENRES } from './genres.ts';
import { NAMES } from './names.ts';
import { ARCS, CLOTHES, FACES, HABITS, LINKS, PARTS, VOICES } from './people.ts';
import { listed, themesOf } from './words.ts';

/** Writes one character: a headline, then one line per trait that a writer needs. */
export function character(input: CharacterInput, chance: Chance): string {
  const { jobs, wants, secrets } = GENRES[input.genre];
  const arc = chance.deal(ARCS);
  const themes = themesOf({ keywords: input.keywords, told: input.premise });
  const name = input.name || personName(input, chance);
  return [
    [name, ageIn(input.genre, chance), chance.deal(jobs)].filter(Boolean).join(', '),
    `Part: ${chance.deal(PARTS[input.role])}`,
    `Want: to ${chance.deal(wants)}`,
    `Need: to ${arc.need}`,
    `Flaw: ${arc.flaw}`,
    `Secret: ${chance.deal(secrets)}`,
    `Voice: ${chance.deal(VOICES)}`,
    `Look: ${chance.deal(FACES)}; ${chance.deal(CLOTHES)}; ${chance.deal(HABITS)}`,
    `Contradiction: ${arc.contradiction}`,
    ...(themes.length ? [`Tied to your story: ${listed(themes)}: ${chance.deal(LINKS)}`] : []),
  ].join('\n');
}

/** An English name whose last name fits the genre. */
export function personName({ genre, gender }: { genre: AiGenre; gender: AiGender }, chance: Chance): string {
  const { feminine, masculine, last } = NAMES.english;
  const firsts = gender === 'any' ? [...feminine, ...masculine] : NAMES.english[gender];
  return `${chance.one(firsts)} ${chance.one(chance.below(3) ? GENRES[genre].surnames : last)}`;
}

/** Picture-book heroes have no age; young adult heroes are 15 to 18. */
function ageIn(genre: AiGenre, chance: Chance): string {
  if (genre === 'childrens') return '';
  if (genre === 'young_adult') return String(15 + chance.below(4));
  return String(23 + chance.below(48));
}

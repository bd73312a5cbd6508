import type { PlotInput } from '#shared/ai.ts';
import type { Chance } from './chance.ts';
import { personName } from './characters.ts';
import { fill } from './fill.ts';
import { GENRES } from './genres.ts';
import { clauseOf, heroOf, sentenceOf, taskOf } from './hero.ts';
import { bookTitle } from './titles.ts';
import { TONES } from './tones.ts';
import { articleFor, capitalised, listed, themesOf } from './words.ts';

/** Writes a plot as a beat sheet: working title, premise, people, setting, seven beats, and themes. */
export function plot(input: PlotInput, chance: Chance, at: number): string {
  const { jobs, obstacles, stakes, settings, beats } = GENRES[input.genre];
  const hero = heroOf(input.hero || invented(input.genre, chance, jobs));
  const [ally, rival] = twoNames(input.genre, chance, hero.full);
  const [allyJob, rivalJob] = chance.some(jobs, 2) as [string, string];
  const themes = themesOf({ keywords: input.keywords, told: input.premise });
  const people: Record<string, string> = { hero: hero.short, ally: firstName(ally), rival: firstName(rival) };
  const told = beats.map(
    ({ name, ways }, number) => `${number + 1}. ${name}: ${fill(chance.deal(ways), (slot) => people[slot])}`,
  );
  const labels = input.genre === 'nonfiction' ? GUIDE : STORY;
  return [
    bookTitle({ ...input, premise: `${input.premise} ${input.hero} ${input.setting}` }, chance, at),
    `Premise: ${premise(input, chance, hero)} In the way: ${chance.deal(obstacles)}. At stake: ${chance.deal(stakes)}.`,
    `${labels.people}: ${hero.full}; ${ally}, ${allyJob}; ${rival}, ${rivalJob}`,
    `${labels.setting}: ${capitalised(clauseOf(input.setting) || chance.deal(settings))}`,
    ...told,
    ...(themes.length ? [`Thread: ${listed(themes)}: ${chance.deal(THREADS)}`] : []),
    ...(input.tone ? [`Tone: ${chance.deal(TONES[input.tone].advice)}`] : []),
  ].join('\n');
}

const STORY = { people: 'People', setting: 'Setting' };
const GUIDE = { people: 'Readers to write for', setting: 'Where it starts' };

const THREADS = [
  'plant it in beat 1, doubt it in beat 4, pay it off in beat 7',
  'show it early as something harmless and let it return as a threat in beat 5',
  'let it be the reason for the choice in beat 6',
  'keep it in the background of every second beat, then put it centre stage in beat 6',
  'open and close the book with it, changed by what happened',
];

/** The user's premise if there is one, otherwise hero and task. */
function premise({ premise, goal, genre }: PlotInput, chance: Chance, hero: ReturnType<typeof heroOf>) {
  const { task, readsOn } = taskOf(goal || (premise ? '' : chance.deal(GENRES[genre].wants)));
  const told = premise ? sentenceOf(premise) : '';
  if (!task) return told;
  const aim = readsOn ? `${capitalised(told ? hero.short : hero.intro)} must ${task}.` : `The aim: ${task}.`;
  return told ? `${told} ${aim}` : aim;
}

function invented(genre: PlotInput['genre'], chance: Chance, jobs: readonly string[]) {
  const job = chance.deal(jobs);
  return `${personName({ genre, gender: 'any' }, chance)}, ${articleFor(job)} ${job}`;
}

const firstName = (name: string) => name.split(' ')[0]!;

/** Two names whose first names differ from the hero's and from each other. */
function twoNames(genre: PlotInput['genre'], chance: Chance, hero: string): [string, string] {
  const names: string[] = [];
  while (names.length < 2) {
    const name = personName({ genre, gender: 'any' }, chance);
    if (![hero, ...names].some((other) => other.includes(firstName(name)))) names.push(name);
  }
  return names as [string, string];
}

import type { PlotInput } from '#shared/ai.ts';
import { seededChance } from './chance.ts';
import genres from './data/genres.json' with { type: 'json' };
import data from './data/sheets.json' with { type: 'json' };
import { fill } from './fill.ts';
import { parseHero } from './hero.ts';
import { splitPhrases } from './lists.ts';
import { goalIn, isEnglish, sentenceOf } from './phrases.ts';
import { isGrave } from './refusals.ts';
import { beatsOf, storyOf } from './story.ts';
import { capitalize, possessive, trimPhrase } from './text.ts';

/** Plot sheets: the genre's seven beats as questions about the author's story, each sheet from a different angle. */
export function plots(input: PlotInput): string[] {
  const { shuffle } = seededChance(['plot', input]);
  const { premise, goal, obstacle, stakes, setting, hero, keywords } = input;
  const hasGraveNotes = isGrave([premise, goal, obstacle, stakes, setting, hero, keywords]);
  const graveAngles = new Set(splitPhrases(data.graveAngles));
  const storyAngles = hasGraveNotes
    ? data.angles.filter((angle) => graveAngles.has(angle.split('|')[0]!))
    : data.angles;
  const angles = shuffle(input.genre === 'nonfiction' ? data.guideAngles : storyAngles);
  return angles.slice(0, input.count).map((angle, at) => sheet(input, { angle: angle.split('|'), hasGraveNotes }, at));
}

/** For each beat number, the number of the angle's question that is added to it. */
const ANGLE_QUESTIONS: Record<number, number> = { 2: 1, 4: 2, 6: 3 };

function sheet(
  input: PlotInput,
  { angle, hasGraveNotes }: { angle: readonly string[]; hasGraveNotes: boolean },
  at: number,
): string {
  const { genre, hero: typed, setting, object } = input;
  const story = storyOf({ ...input, place: setting });
  const hero = typed ? parseHero(typed) : null;
  const isRomance = genre === 'romance' || genre === 'erotica';
  // Two names in a romance are both lovers, and the sheet asks about one of them.
  const lead = hero?.name && !(isRomance && hero.isPair) ? hero.name : genres[genre].lead;
  const goal = goalIn(input.goal);
  const isGuide = genre === 'nonfiction';
  const want = isGuide && story.want.startsWith('to ') ? story.want.slice(3) : story.want;
  let refIndex = at;
  const fillNext = (template: string) =>
    fill(template, { lead, want, block: story.block, ref: story.refs[refIndex++ % story.refs.length]! });
  const beats = beatsOf(genre, hasGraveNotes).map(({ name, question }, index) => {
    const extra = ANGLE_QUESTIONS[index + 1];
    return `${index + 1}. ${name}: ${fillNext(question)}${extra ? ` ${fillNext(angle[extra]!)}` : ''}`;
  });
  const canWritePremise = hero && !hero.sentences && goal.kind === 'verb' && isEnglish([typed, input.goal]) && !isGuide;
  const notes: [string, string][] = [
    [
      'Premise',
      input.premise ? sentenceOf(input.premise) : canWritePremise ? `${capitalize(hero.mid)} must ${goal.text}.` : '',
    ],
    [isGuide ? 'Reader' : 'Lead', trimPhrase(typed)],
    ['Goal', goal.kind === 'verb' ? `to ${goal.text}` : trimPhrase(input.goal)],
    ['In the way', trimPhrase(input.obstacle)],
    ['At stake', trimPhrase(input.stakes)],
    ['Setting', trimPhrase(setting)],
    ['Object', trimPhrase(object)],
    ['Weave in', trimPhrase(input.keywords)],
  ];
  const storyName = isGuide
    ? 'Your book'
    : hero?.name
      ? `${possessive(hero.name)} story`
      : `Your ${genres[genre].noun}`;
  const tones = input.tone ? splitPhrases(data.tones[input.tone]) : [];
  return [
    `${storyName}, told as ${angle[0]}`,
    ...notes.flatMap(([label, text]) => (text ? [`${label}: ${text}`] : [])),
    ...beats,
    ...(input.tone ? [`Tone: ${fillNext(tones[at % tones.length]!)}`] : []),
  ].join('\n');
}

import type { DescriptionInput } from '#shared/ai.ts';
import type { Chance } from './chance.ts';
import { fill } from './fill.ts';
import { GENRES } from './genres.ts';
import { clauseOf, heroOf, sentenceOf, taskOf } from './hero.ts';
import { TONES } from './tones.ts';
import { capitalised, keywordsIn, listed, phraseOf } from './words.ts';

/**
 * Blurb structures for fiction; empty lines separate paragraphs. Typed text goes where it reads well whatever its
 * grammar.
 */
const STORIES: readonly string[] = [
  '{hook}\n\n{setting} {Intro} {has} one thing to do: {task}. {turn}\n\nIn the way: {obstacle}. The price of failing: {stakes}.\n\n{closing}',
  '{setting} {obstacleSentence} And {full}, with one thing left to do: {task}.\n\n{turn} {hook}\n\nWhat is at risk: {stakes}.\n\n{closing}',
  'What would it take to {must}?\n\nFor {intro} that question is about to become very real. {setting} {turn}\n\nIn the way: {obstacle}. And if it goes wrong: {stakes}.\n\n{closing}',
  '{stakesSentence} That is what waits if {short} {fails}.\n\n{setting} {hook} {Intro} {has} to make a choice, and soon. The task: {task}. {turn}\n\n{obstacleSentence}\n\n{closing}',
  '{hook}\n\nThat is where {title} begins: with {full}. {setting} The task: {task}. The trouble: {obstacle}.\n\n{turn} On the other side of one mistake: {stakes}.\n\n{closing}',
  '{Intro} {has} a plan: {task}. It is a good plan. It lasts until the first page.\n\n{setting} {obstacleSentence} {turn}\n\n{hook} At stake: {stakes}.\n\n{closing}',
  'First, the good news: {short} {knows} what has to be done. The rest is harder.\n\n{setting} {Intro} must {must}. {turn}\n\nBetween now and the last page: {obstacle}. If nothing works: {stakes}.\n\n{closing}',
];

const GUIDES: readonly string[] = [
  '{hook}\n\n{title} is for {full}. What it helps you do: {task}. {turn}\n\nWhat usually gets in the way: {obstacle}. What it costs to leave it: {stakes}.\n\n{closing}',
  'If nothing changes: {stakes}. {hook}\n\nWritten for {full}, {title} shows one way out, step by step. The aim: {task}.\n\n{turn} It also deals with what other books leave out: {obstacle}.\n\n{closing}',
  'Imagine that you could {must}.\n\n{title} starts from an ordinary life ({settingClause}) and from an honest look at the problem: {obstacle}. {turn}\n\nWho it is for: {full}. Why now: {stakes}.\n\n{closing}',
  '{obstacleSentence} Sound familiar?\n\n{hook} {title} is a book for {full}, with one aim: {task}.\n\n{turn} Because otherwise: {stakes}.\n\n{closing}',
];

/** Writes a blurb from the input and fills the gaps from the genre. */
export function description(input: DescriptionInput, chance: Chance): string {
  const words = GENRES[input.genre];
  const hero = heroOf(input.hero);
  const { task, readsOn } = taskOf(input.goal || chance.deal(words.wants));
  const structures = (input.genre === 'nonfiction' ? GUIDES : STORIES).filter(
    (text) => readsOn || !text.includes('{must}'),
  );
  const given = (typed: string, otherwise: readonly string[]) => typed || chance.deal(otherwise);
  const obstacle = given(input.obstacle, words.obstacles);
  const stakes = given(input.stakes, words.stakes);
  const setting = given(input.setting, words.settings);
  const values: Record<string, string> = {
    ...hero,
    isPlural: '',
    title: input.title,
    task,
    must: task,
    has: hero.isPlural ? 'have' : 'has',
    fails: hero.isPlural ? 'fail' : 'fails',
    knows: hero.isPlural ? 'know' : 'knows',
    obstacle: clauseOf(obstacle),
    obstacleSentence: sentenceOf(obstacle),
    stakes: clauseOf(stakes),
    stakesSentence: sentenceOf(stakes),
    setting: sentenceOf(setting),
    settingClause: clauseOf(setting),
    hook: chance.deal(words.hooks),
    turn: chance.deal(words.turns),
    closing: closing(input, chance),
  };
  return fill(chance.deal(structures), (slot) => values[slot]);
}

/** Closing lines: tone, keywords, and the title with the genre's promise to readers. */
function closing({ genre, title, keywords, tone }: DescriptionInput, chance: Chance) {
  const named = keywordsIn(keywords);
  return [
    ...(tone ? [chance.deal(TONES[tone].sentences)] : []),
    ...(named.length ? [`Look forward to: ${listed(named)}.`] : []),
    `${/[.!?…]$/.test(title) ? title : `${capitalised(phraseOf(title))}.`} ${chance.deal(GENRES[genre].promises)}`,
  ].join(' ');
}

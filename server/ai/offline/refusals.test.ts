import { describe, expect, it } from 'vitest';
import { AI_INPUTS, type AiInputs } from '#shared/ai.ts';
import type { AiTool } from '#shared/ai-tools.ts';
import { refusalOf } from './refusals.ts';

const refusalFor = <T extends AiTool>(tool: T, input: object) =>
  refusalOf(tool, AI_INPUTS[tool].parse({ genre: 'romance', ...input }) as AiInputs[T]);
const MINOR = ['We don’t write romance about people under 18. Make everyone an adult, or choose another genre.'];

describe('a refusal', () => {
  it('names the field with a slur', () => {
    expect(refusalFor('plot', { genre: 'horror', goal: 'insult a Retard' })).toEqual({
      goal: ['We don’t write text with slurs. Remove the word and try again.'],
    });
    expect(refusalFor('plot', { genre: 'horror', goal: 'retire to Maine with a coon cat' })).toBeNull();
  });

  const MINORS = [
    'a 16-year-old girl',
    'Maya, 17, and her teacher',
    'a sixteen year old prodigy',
    'a teenager in love',
    'two high school seniors',
    'a schoolgirl',
    'Lena is 15 and in love',
    'a boy aged twelve',
    'two 16-year-olds',
    'a 15-year-old farm girl',
    'a 16-year-old school friend',
    'a 16-year-old and the house she loves',
    'a 16-year-old star',
    '16-year-old Rose',
    'The girl at the bakery is 15 years old.',
    'The boy who owns the bakery is 15.',
    'Ann, heir to the farm, is 17.',
    'The bakery is 10 years old, and Mia is 16.',
    'The bakery is 15-year-old Mia’s dream.',
    'Her secret is 15 years old.',
    'The sisters are 3, 15, and 16.',
  ];
  it.each(MINORS)('is given for a minor in a romance: %s', (hero) => {
    for (const genre of ['romance', 'erotica']) {
      expect(refusalFor('plot', { genre, hero })).toEqual({ hero: MINOR });
      expect(refusalFor('plot', { genre, premise: hero })).toEqual({ premise: MINOR });
    }
    expect(refusalFor('plot', { genre: 'young_adult', hero })).toBeNull();
  });

  it('isn’t given for the children of adults in a romance, but is in erotica', () => {
    const premise = 'A widow with a 12-year-old son and a teenage daughter falls in love at 35.';
    expect(refusalFor('plot', { premise })).toBeNull();
    expect(refusalFor('plot', { genre: 'erotica', premise })).toEqual({ premise: MINOR });
  });

  it.each([
    'The bakery is 10 years old.',
    'When they meet, the old bakery is 15.',
    'a 5-year-old feud',
    'a ten-year-old feud between two families',
    'Chapter 3, 15, and 16',
    'a 25-year-old nurse',
    'a twenty-one-year-old heiress',
    'Emma is thirty two years old',
    'a widow aged sixty',
    'At the age of seventy-two, she starts over.',
    'a vampire aged 170',
    'a middle-aged one-time star',
    'Vivian Lockwood, 35',
    'high school sweethearts who meet again',
    'two girls from Leeds',
    'Ann, 16 years older than her best friend’s brother',
  ])('isn’t given for an adult or a thing: %s', (hero) => {
    expect(refusalFor('plot', { hero })).toBeNull();
  });
});

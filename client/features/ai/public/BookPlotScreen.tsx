import { AI_GENRES, AI_TONES } from '#shared/ai-tools.ts';
import { AiToolPage } from './AiToolPage.tsx';
import type { ToolPage } from './tool-page.ts';

export const BookPlotScreen = () => <AiToolPage page={PLOT} />;

export const PLOT: ToolPage = {
  tool: 'plot',
  slug: 'book-plot-generator',
  title: 'Book plot generator',
  lead: 'A beat sheet for your idea: seven turning points in the order your genre’s readers expect, each with a question about your own story.',
  seo: 'Plan a book plot in seven beats for twelve genres, from mystery to children’s books and nonfiction. Free, with tips and a worked example.',
  unit: 'plot',
  defaultCount: 3,
  fields: [
    { kind: 'choice', name: 'genre', label: 'Genre', choices: AI_GENRES, defaultValue: 'romance' },
    { kind: 'choice', name: 'tone', label: 'Tone', choices: AI_TONES, emptyLabel: 'Match the genre' },
    {
      kind: 'line',
      name: 'hero',
      label: 'Who is it about?',
      maxLength: 400,
      placeholder: 'Nell, a piano tuner who can’t sleep',
    },
    {
      kind: 'line',
      name: 'goal',
      label: 'What do they want? To …',
      hint: 'Start with a verb.',
      maxLength: 1000,
      placeholder: 'sell the family inn by the end of summer',
    },
    {
      kind: 'line',
      name: 'obstacle',
      label: 'What’s in the way?',
      maxLength: 1000,
      placeholder: 'a sister who won’t sign the papers',
    },
    { kind: 'line', name: 'stakes', label: 'If they fail, …', maxLength: 1000, placeholder: 'the bank takes the inn' },
    {
      kind: 'line',
      name: 'setting',
      label: 'Where and when?',
      maxLength: 400,
      placeholder: 'a lakeside town in August',
    },
    {
      kind: 'line',
      name: 'object',
      label: 'An object',
      hint: 'With “a” or “the.”',
      maxLength: 80,
      placeholder: 'a ruined piano',
    },
    {
      kind: 'line',
      name: 'keywords',
      label: 'Other things to weave in',
      hint: 'Separated by commas.',
      maxLength: 200,
      placeholder: 'letters, the lake',
    },
    { kind: 'notes', name: 'premise', label: 'Your idea in a sentence', maxLength: 1000 },
  ],
  purpose: [
    'Plots in one genre share their turning points, because readers come for them: a romance needs the breakup before the end, a mystery its first wrong answer. A beat sheet puts those points on one page before you have written forty chapters around a hole.',
    'Each sheet asks about the same seven beats from another angle, such as a race, a secret, or a bargain. Compare beats 2, 4, and 6 first; that’s where the sheets usually differ most. For nonfiction the beats are the parts of the book, from the problem to the appendix.',
  ],
  tips: [
    {
      title: 'Change one beat at a time',
      text: 'Answer the sheet you like best, and borrow one question from another. Then see what has to change before it.',
    },
    {
      title: 'Write the ending early',
      text: 'One paragraph is enough. Anything that doesn’t lead there can go.',
    },
    {
      title: 'Ask “because”',
      text: 'Put “because of that” between the beats. Where only “and then” fits, the story stalls.',
    },
    {
      title: 'Plant before the payoff',
      text: 'An object from beat 1 should matter in beat 6. The questions come back to the object you entered, so you can see where it pays off.',
    },
    {
      title: 'Let the flaw decide',
      text: 'The dark moment should be the hero’s own doing. Accidents make readers shrug.',
    },
  ],
  example:
    'The sheet doesn’t write the plot; it asks for it, in the order that readers of the genre expect. Here the question at beat 5 was the useful one: once the obstacle has a reason of its own, the breakup is someone’s fault, not an accident.',
};

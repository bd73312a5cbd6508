import { AI_GENRES, AI_TONES } from '#shared/ai-tools.ts';
import { AiToolPage } from './AiToolPage.tsx';
import type { ToolPage } from './tool-page.ts';

export const BookPlotScreen = () => <AiToolPage page={PLOT} />;

export const PLOT: ToolPage = {
  tool: 'plot',
  slug: 'book-plot-generator',
  title: 'Book plot generator',
  lead: 'From an idea to a beat sheet: premise, people, setting and seven turning points in the order your genre’s readers expect, and want to be surprised in.',
  seo: 'Plan a book plot in seven beats for twelve genres, from mystery to children’s books and nonfiction. Free, with tips and a worked example.',
  unit: 'plot',
  count: 3,
  fields: [
    { kind: 'choice', name: 'genre', label: 'Genre', choices: AI_GENRES, chosen: 'romance' },
    { kind: 'choice', name: 'tone', label: 'Tone', choices: AI_TONES, none: 'As the genre has it' },
    {
      kind: 'line',
      name: 'hero',
      label: 'Who it is about',
      hint: 'Leave it open to have somebody invented.',
      maxLength: 400,
      placeholder: 'a piano tuner who cannot sleep',
    },
    {
      kind: 'line',
      name: 'goal',
      label: 'What they have to do',
      hint: 'Begin with the verb.',
      maxLength: 1000,
      placeholder: 'sell the family inn by the end of summer',
    },
    {
      kind: 'line',
      name: 'setting',
      label: 'Where and when',
      maxLength: 400,
      placeholder: 'a lakeside town in August',
    },
    {
      kind: 'line',
      name: 'keywords',
      label: 'Things to weave in',
      hint: 'With commas between them.',
      maxLength: 200,
      placeholder: 'an out-of-tune piano, letters',
    },
    { kind: 'notes', name: 'premise', label: 'Your idea so far', maxLength: 1000 },
  ],
  purpose: [
    'Plots in one genre share their turning points, because readers come for them: a romance needs the break before the end, a mystery its first, wrong answer. A beat sheet puts those points on one page before you have written forty chapters around a hole.',
    'Each suggestion takes another way through the same seven beats. Read all of them for beat 4 and beat 5 first: that is where books are won. For nonfiction the beats are the parts of the book, from the problem to the appendix.',
  ],
  tips: [
    {
      title: 'Change one beat at a time',
      text: 'Take the plot that is nearest and exchange its midpoint for another one’s. Then see what has to change before it.',
    },
    {
      title: 'Write the ending early',
      text: 'One paragraph is enough. Everything that does not lead there is a candidate for cutting.',
    },
    {
      title: 'Ask “because”',
      text: 'Put “because of that” between the beats. Where only “and then” fits, the story stands still.',
    },
    {
      title: 'Plant what you harvest',
      text: 'The thread at the end of each plot says where to show a thing early, so that it can matter late.',
    },
    {
      title: 'Let the flaw decide',
      text: 'The dark moment should be the hero’s own doing. Accidents make readers shrug.',
    },
  ],
  example: {
    notes: [
      ['Genre', 'Romance'],
      ['Who', 'a piano tuner who cannot sleep'],
      ['What', 'sell the family inn by the end of summer'],
      ['Where', 'a lakeside town in August'],
    ],
    answer: `The Almost Waltz
Premise: A piano tuner who cannot sleep must sell the family inn by the end of summer. In the way: the night porter, who plays the ruined piano beautifully and will not say where it was learned.
1. Meet: At three in the morning somebody plays the untunable piano, and plays around the broken keys.
2. A reason to stay near: The buyer wants the piano in working order; the repair needs four hands.
3. Sparks: A dance lesson for a wedding party goes wrong in exactly the right way.
4. Closer: The old hurt is told in the dark. For the first time in a year, sleep.
5. The break: The buyer turns out to be the porter’s family, and the porter knew.
6. The long night: The sale is signed; the silence in the house is worse than the playing was.
7. Together: The last dance is held in the empty hall, on a contract that has just been torn up.`,
    comment:
      'The suggestion brought beats 1, 2 and 6. The author’s own question was who could want the inn, and the answer made the break at beat 5 somebody’s fault. That is the difference between a plot and a list of events.',
  },
};

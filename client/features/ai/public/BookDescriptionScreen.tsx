import { AI_GENRES, AI_TONES } from '#shared/ai-tools.ts';
import { AiToolPage } from './AiToolPage.tsx';
import type { ToolPage } from './tool-page.ts';

export const BookDescriptionScreen = () => <AiToolPage page={DESCRIPTION} />;

export const DESCRIPTION: ToolPage = {
  tool: 'description',
  slug: 'book-description-generator',
  title: 'Book description generator',
  lead: 'Turn what you know about your book into blurbs that a reader can decide on: who it is about, what they want, and what it may cost them.',
  seo: 'Write a book description from your title, protagonist and stakes: several blurbs in different structures, free, with tips and a worked example.',
  unit: 'description',
  count: 3,
  use: 'description',
  fields: [
    { kind: 'choice', name: 'genre', label: 'Genre', choices: AI_GENRES, chosen: 'mystery' },
    { kind: 'line', name: 'title', label: 'Title', maxLength: 200, placeholder: 'The Salt Ledger', isRequired: true },
    {
      kind: 'notes',
      name: 'hero',
      label: 'Who it is about',
      hint: 'A name with a few words, or only the words. For nonfiction: who it is for.',
      maxLength: 400,
      placeholder: 'Mara Quill, a retired ferry pilot',
      isRequired: true,
    },
    {
      kind: 'notes',
      name: 'goal',
      label: 'What they have to do',
      hint: 'Begin with the verb. For nonfiction: what readers will be able to do.',
      maxLength: 1000,
      placeholder: 'find out who sank the Aurora',
    },
    {
      kind: 'notes',
      name: 'obstacle',
      label: 'What stands in the way',
      maxLength: 1000,
      placeholder: 'a town that lives on the insurance money',
    },
    {
      kind: 'notes',
      name: 'stakes',
      label: 'What happens if they fail',
      maxLength: 1000,
      placeholder: 'her brother hangs for it',
    },
    {
      kind: 'line',
      name: 'setting',
      label: 'Where and when',
      maxLength: 400,
      placeholder: 'a Cornish harbour, 1911',
    },
    {
      kind: 'line',
      name: 'keywords',
      label: 'Things to mention',
      hint: 'Words your readers look for, with commas between them.',
      maxLength: 200,
      placeholder: 'fog, shipwrecks, found family',
    },
    { kind: 'choice', name: 'tone', label: 'Tone', choices: AI_TONES, none: 'As the genre has it' },
  ],
  purpose: [
    'The description is the second thing a reader looks at, after the cover, and usually the last before they buy or leave. On a phone they see its first two lines. This tool gives you complete drafts in different structures: one opens with the place, one with a question, one with what can be lost. Compare them, take the opening of one and the ending of another, and make the result sound like your book.',
    'It also works the other way round: if you cannot fill in the fields, the description is not the problem yet. Who, what, what against and what if are the four things a reader wants to know.',
  ],
  tips: [
    {
      title: 'Give one person and one task',
      text: 'Books have many characters; blurbs have one. Leave the subplots for the pages.',
    },
    {
      title: 'Make the stakes particular',
      text: '“Everything changes” could stand on any book. “Her brother hangs for it” can stand only on yours.',
    },
    {
      title: 'Stop before the middle',
      text: 'A description covers the first quarter of a story. Whatever happens after the first turn is a reason to read on.',
    },
    {
      title: 'Keep it to 90 to 160 words',
      text: 'That is about one phone screen. Cut adjectives first, then backstory, then names.',
    },
    {
      title: 'Check every claim',
      text: 'Drafts can promise what your book does not keep. Readers who feel misled say so in reviews.',
    },
  ],
  example: {
    notes: [
      ['Genre', 'Mystery'],
      ['Title', 'The Salt Ledger'],
      ['Who', 'Mara Quill, a retired ferry pilot'],
      ['What they have to do', 'find out who sank the Aurora'],
      ['In the way', 'a town that lives on the insurance money'],
      ['If they fail', 'her brother hangs for it'],
    ],
    answer: `Everyone in Polmear agrees that the Aurora went down in a storm. The harbour log for that night says: light wind, clear sky.

Mara Quill piloted the ferry for thirty years and signed off a thousand quiet crossings. When her brother is arrested for the one that was not, she takes the old ledgers home and begins to read what the town would rather she did not. The chapel roof, the new slipway, the doctor’s motorcar: all of it was paid for by a wreck.

She has until the spring assizes, a box of damp paper, and not one neighbour who will look her in the eye.

A slow-tightening harbour mystery for readers who like their clues in plain sight and their weather bad.`,
    comment:
      'The draft opened with the place. We moved the contradiction (storm, clear sky) to the front, gave the insurance money three things that can be seen, and turned the stakes into a date. It has 124 words.',
  },
};

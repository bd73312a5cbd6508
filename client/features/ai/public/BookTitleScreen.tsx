import { AI_GENRES, AI_TONES } from '#shared/ai-tools.ts';
import { AiToolPage } from './AiToolPage.tsx';
import type { ToolPage } from './tool-page.ts';

export const BookTitleScreen = () => <AiToolPage page={TITLE} />;

export const TITLE: ToolPage = {
  tool: 'title',
  slug: 'book-title-generator',
  title: 'Book title generator',
  lead: 'Titles that sound like your genre and carry your own words.',
  seo: 'Find a book title for your genre with your own keywords woven in: ten suggestions at a time, free, with tips for testing them.',
  unit: 'title',
  count: 10,
  use: 'title',
  fields: [
    { kind: 'choice', name: 'genre', label: 'Genre', choices: AI_GENRES, chosen: 'mystery' },
    { kind: 'choice', name: 'tone', label: 'Tone', choices: AI_TONES, none: 'As the genre has it' },
    {
      kind: 'notes',
      name: 'keywords',
      label: 'Words that belong in it',
      hint: 'Places, things, names, with commas between them. About two of three titles use one.',
      maxLength: 200,
      placeholder: 'lighthouse, fog, Cornwall',
    },
    {
      kind: 'notes',
      name: 'premise',
      label: 'What the book is about',
      hint: 'Without words above, the subject is looked for here.',
      maxLength: 1000,
      placeholder: 'A lighthouse keeper’s widow finds a second logbook.',
    },
  ],
  purpose: [
    'A title has two jobs. It says which shelf the book stands on, in a second and at the size of a thumbnail; and it makes one reader on that shelf stop. Genre readers know the sound of their genre, so the suggestions are built on its patterns: a cosy mystery may pun, a thriller is two hard words, a fantasy joins two nouns with “of”.',
    'The keywords make it yours. Put in the things that are only in your book: the house, the trade, the weather. Where you have none yet, tell the idea in a sentence or two, and the tool looks for the subject there.',
  ],
  tips: [
    {
      title: 'Search the store for it',
      text: 'Titles are not protected in most countries, but the third book of the same name in one genre is found last.',
    },
    { title: 'Read it at thumbnail size', text: 'Five words are a lot on a cover that is two centimetres wide.' },
    { title: 'Say it in a sentence', text: '“Have you read …?” If it stumbles, it will not be recommended aloud.' },
    {
      title: 'Think of the second book',
      text: 'A pattern that can be repeated, with the same last word or the same rhythm, makes a series visible.',
    },
    {
      title: 'Keep the runner-up',
      text: 'Titles that lose make good chapter headings and better newsletter subjects.',
    },
  ],
  example: {
    notes: [
      ['Genre', 'Mystery'],
      ['Words', 'lighthouse, ledger'],
    ],
    answer: 'The Second Lighthouse Ledger',
    comment:
      'It came with “The Ledger and the Motive” and “What the Ferryman Knew”. “Second” made the difference: it says that there is a first one, and that somebody hid this one. With “Lighthouse” dropped it fits a thumbnail: The Second Ledger.',
  },
};

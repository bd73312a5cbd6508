import { AI_GENRES, AI_TONES } from '#shared/ai-tools.ts';
import { AiToolPage } from './AiToolPage.tsx';
import type { ToolPage } from './tool-page.ts';

export const BookTitleScreen = () => <AiToolPage page={TITLE} />;

export const TITLE: ToolPage = {
  tool: 'title',
  slug: 'book-title-generator',
  title: 'Book title generator',
  lead: 'Titles in the patterns of your genre, with your own nouns in them, each on a cover the size of a thumbnail.',
  seo: 'Find a book title in the patterns of your genre, and test it: length, echoes, thumbnail, and store search. Ten at a time, free.',
  unit: 'title',
  defaultCount: 10,
  bookField: 'title',
  fields: [
    { kind: 'choice', name: 'genre', label: 'Genre', choices: AI_GENRES, defaultValue: 'mystery' },
    { kind: 'choice', name: 'tone', label: 'Tone', choices: AI_TONES, emptyLabel: 'Match the genre' },
    {
      kind: 'line',
      name: 'place',
      label: 'A place',
      hint: 'With “a” or “the,” or a name.',
      maxLength: 80,
      placeholder: 'a lighthouse',
    },
    {
      kind: 'line',
      name: 'object',
      label: 'An object',
      hint: 'With “a” or “the.”',
      maxLength: 80,
      placeholder: 'a ledger',
    },
    {
      kind: 'line',
      name: 'person',
      label: 'A person',
      hint: 'With “a” or “the,” or a name.',
      maxLength: 80,
      placeholder: 'the ferryman',
    },
    {
      kind: 'line',
      name: 'keywords',
      label: 'Keywords',
      hint: 'More nouns, separated by commas.',
      maxLength: 200,
      placeholder: 'fog, letters',
    },
    {
      kind: 'notes',
      name: 'premise',
      label: 'What the book is about',
      hint: 'If you enter no nouns above, we’ll look for some here.',
      maxLength: 1000,
      placeholder: 'A lighthouse keeper’s widow finds a second logbook.',
    },
  ],
  purpose: [
    'A title has two jobs. It names the book’s genre, in a second and at the size of a thumbnail, and it makes a reader of that genre stop. Genre readers know the sound of their genre, so the suggestions follow its patterns: a cozy mystery may pun, a thriller is two hard words, and a fantasy joins two nouns with “of.”',
    'Your nouns make it yours. Enter the things that only your book has: the house, the trade, the weather. If you enter none, describe the idea in a sentence or two; without any notes, the titles use stock words of the genre.',
  ],
  tips: [
    {
      title: 'Search the store for it',
      text: 'Two books can share a title, but readers will struggle to find the third one with the same title in one genre.',
    },
    { title: 'Read it at thumbnail size', text: 'Five words are a lot on a cover that’s less than an inch wide.' },
    { title: 'Say it in a sentence', text: '“Have you read …?” If you stumble, nobody will recommend it out loud.' },
    {
      title: 'Think of the second book',
      text: 'A pattern that can be repeated, with the same last word or the same rhythm, makes a series visible.',
    },
    {
      title: 'Keep the runner-up',
      text: 'Titles that lose make good chapter headings and better newsletter subject lines.',
    },
  ],
  example:
    'Say all of them aloud. The ones with two of your nouns say most about the book, and the shortest one fits a thumbnail best. Search the store for your favorite before you fall in love with it.',
};

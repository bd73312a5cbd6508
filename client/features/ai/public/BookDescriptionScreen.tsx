import { AI_GENRES, AI_TONES } from '#shared/ai-tools.ts';
import { AiToolPage } from './AiToolPage.tsx';
import type { ToolPage } from './tool-page.ts';

export const BookDescriptionScreen = () => <AiToolPage page={DESCRIPTION} />;

export const DESCRIPTION: ToolPage = {
  tool: 'description',
  slug: 'book-description-generator',
  title: 'Book description generator',
  lead: 'Fill in who it’s about, what they want, and what’s in the way. You’ll get a blurb draft in three shapes, and an editor to finish it in.',
  seo: 'Write a book description from your title, protagonist, and stakes: three shapes, a live word count, and a cliché check. Free, with a worked example.',
  unit: 'description',
  defaultCount: 3,
  bookField: 'description',
  fields: [
    { kind: 'choice', name: 'genre', label: 'Genre', choices: AI_GENRES, defaultValue: 'mystery' },
    { kind: 'line', name: 'title', label: 'Title', maxLength: 200, placeholder: 'The Salt Ledger', isRequired: true },
    {
      kind: 'notes',
      name: 'hero',
      label: 'Who is it about?',
      hint: 'A person, in a few words. For nonfiction: who it’s for.',
      maxLength: 400,
      placeholder: 'Mara Quill, a retired ferry pilot',
      isRequired: true,
    },
    {
      kind: 'notes',
      name: 'goal',
      label: 'What do they want? To …',
      hint: 'Start with a verb. For nonfiction: what readers will be able to do.',
      maxLength: 1000,
      placeholder: 'find out who sank the Aurora',
    },
    {
      kind: 'notes',
      name: 'obstacle',
      label: 'What’s in the way?',
      hint: 'A person or a thing.',
      maxLength: 1000,
      placeholder: 'a town that lives on the insurance money',
    },
    {
      kind: 'notes',
      name: 'stakes',
      label: 'If they fail, …',
      hint: 'Say what will happen.',
      maxLength: 1000,
      placeholder: 'her brother hangs for it',
    },
    {
      kind: 'line',
      name: 'setting',
      label: 'Where and when?',
      hint: 'A place and a time.',
      maxLength: 400,
      placeholder: 'a Cornish harbor, 1911',
    },
    {
      kind: 'line',
      name: 'hook',
      label: 'Opening line',
      hint: 'A sentence that opens the blurb, if you have one.',
      maxLength: 400,
      placeholder: 'Everyone agrees that the Aurora went down in a storm.',
    },
    {
      kind: 'notes',
      name: 'trigger',
      label: 'What starts it?',
      hint: 'One or two sentences.',
      maxLength: 1000,
      placeholder: 'When her brother is arrested for the wreck, Mara opens the old ledgers.',
    },
    {
      kind: 'notes',
      name: 'turn',
      label: 'What makes it worse?',
      hint: 'One or two sentences, from the first quarter of the book.',
      maxLength: 1000,
      placeholder: 'The harbor log for that night says light wind and a clear sky.',
    },
    {
      kind: 'line',
      name: 'readers',
      label: 'For readers who like …',
      maxLength: 120,
      placeholder: 'slow-burning harbor mysteries',
    },
    {
      kind: 'line',
      name: 'keywords',
      label: 'Keywords to check for',
      hint: 'Words your readers search for, separated by commas.',
      maxLength: 200,
      placeholder: 'fog, shipwreck, ledger',
    },
    { kind: 'choice', name: 'tone', label: 'Tone', choices: AI_TONES, emptyLabel: 'Match the genre' },
  ],
  purpose: [
    'The description is the second thing a reader looks at, after the cover, and usually the last before they buy or leave. On a phone they see its first two lines. The three shapes begin with the person, with the event, and with what’s at stake. Compare them, take the opening of one and the ending of another, and finish the text in the editor, which counts words and names and marks clichés while you type.',
    'It also works the other way around: if you can’t fill in the fields, the description isn’t the problem yet. A reader wants to know four things: who it’s about, what they want, what’s in the way, and what happens if they fail.',
  ],
  tips: [
    {
      title: 'Stick to one person and one task',
      text: 'Books have many characters; blurbs have one. Save the subplots for the book.',
    },
    {
      title: 'Make the stakes particular',
      text: '“Everything changes” fits any book. “Her brother hangs for it” fits only yours.',
    },
    {
      title: 'Stop before the middle',
      text: 'A description covers the first quarter of a story. Save everything after the first turning point for the book.',
    },
    {
      title: 'Keep it to 90 to 160 words',
      text: 'That is about one phone screen. Cut adjectives first, then backstory, then names.',
    },
    {
      title: 'Check every claim',
      text: 'Drafts can promise what your book doesn’t deliver. Readers who feel misled say so in reviews.',
    },
  ],
  example:
    'It has everything that the notes say and nothing else, so it’s short: the editor asks for 90 to 160 words. The next step is the author’s: give the insurance money three things that can be seen, such as the chapel roof, the new slipway, and the doctor’s car.',
};

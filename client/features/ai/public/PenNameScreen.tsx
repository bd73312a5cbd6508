import { AI_GENDERS, AI_GENRES, AI_ORIGINS, PEN_NAME_FORMS } from '#shared/ai-tools.ts';
import { AiToolPage } from './AiToolPage.tsx';
import type { ToolPage } from './tool-page.ts';

export const PenNameScreen = () => <AiToolPage page={PEN_NAME} />;

export const PEN_NAME: ToolPage = {
  tool: 'pen_name',
  slug: 'pen-name-generator',
  title: 'Pen name generator',
  lead: 'Names that fit a genre and belong together: first and last name from one origin, in full or with initials.',
  seo: 'Find a pen name for your genre: first and last names of one origin, initials, and a checklist for choosing. Free, no account needed.',
  unit: 'pen name',
  defaultCount: 10,
  fields: [
    { kind: 'choice', name: 'genre', label: 'Genre', choices: AI_GENRES, defaultValue: 'romance' },
    { kind: 'choice', name: 'origin', label: 'Origin', choices: AI_ORIGINS, defaultValue: 'english' },
    { kind: 'choice', name: 'gender', label: 'First name', choices: AI_GENDERS, defaultValue: 'any' },
    { kind: 'choice', name: 'form', label: 'Form', choices: PEN_NAME_FORMS, defaultValue: 'mixed' },
    {
      kind: 'line',
      name: 'first_name',
      label: 'First name to keep',
      hint: 'If you have half of it already.',
      maxLength: 40,
    },
    { kind: 'line', name: 'last_name', label: 'Last name to keep', maxLength: 40 },
  ],
  purpose: [
    'A pen name keeps a second genre apart from the first, keeps your writing separate from your day job, or simply replaces a name that nobody can spell. It’ll be on covers, in store searches, and at the end of emails for years, so it deserves more than an afternoon.',
    'The suggestions join first and last names of the same origin, because readers hear it when they don’t match. For fantasy, science fiction, and thrillers, we suggest initials more often. The line below each name shows its other form and the web address to look up.',
  ],
  tips: [
    {
      title: 'Search it first',
      text: 'Look the name up in the stores, in a search engine, and on social media. If a living author or a celebrity has it, choose another.',
    },
    {
      title: 'Say it aloud',
      text: 'To a friend, over the phone. If you have to spell it, your readers will misspell it in the search box.',
    },
    {
      title: 'Look at the neighbors',
      text: 'Find your genre’s shelf and read the names. Yours should look at home there without looking like a copy.',
    },
    {
      title: 'Think of the spine',
      text: 'Short last names can be set large. Long ones need initials.',
    },
    {
      title: 'Use your own name for the paperwork',
      text: 'Stores pay the person, not the pen name. The contract and the tax form carry your legal name; the book carries the other.',
    },
  ],
  example:
    'Search the stores for each of them first, and cross out the ones that a friend can’t spell after hearing them once. Initials don’t reveal the author’s gender. If you choose them, keep the full name for your newsletter’s signature.',
};

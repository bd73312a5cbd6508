import { AI_GENDERS, AI_GENRES, CHARACTER_ROLES } from '#shared/ai-tools.ts';
import { AiToolPage } from './AiToolPage.tsx';
import type { ToolPage } from './tool-page.ts';

export const BookCharacterScreen = () => <AiToolPage page={CHARACTER} />;

export const CHARACTER: ToolPage = {
  tool: 'character',
  slug: 'book-character-generator',
  title: 'Book character generator',
  lead: 'A sheet for one person: want, need, flaw, secret, voice, and look, each with a question about your own story.',
  seo: 'A character sheet with want, need, flaw, secret, voice, and contradiction, and a question about your story in each line. Free.',
  unit: 'character',
  defaultCount: 3,
  fields: [
    { kind: 'choice', name: 'genre', label: 'Genre', choices: AI_GENRES, defaultValue: 'fantasy' },
    { kind: 'choice', name: 'role', label: 'Role in the story', choices: CHARACTER_ROLES, defaultValue: 'protagonist' },
    { kind: 'line', name: 'name', label: 'Name, if you have one', maxLength: 80 },
    { kind: 'choice', name: 'gender', label: 'Name style', choices: AI_GENDERS, defaultValue: 'any' },
    {
      kind: 'notes',
      name: 'premise',
      label: 'What the story is about',
      hint: 'A sentence or two.',
      maxLength: 1000,
      placeholder: 'A mapmaker finds a road that is on none of her maps.',
    },
    {
      kind: 'line',
      name: 'goal',
      label: 'What do they want? To …',
      hint: 'Start with a verb.',
      maxLength: 1000,
      placeholder: 'finish the royal atlas',
    },
    {
      kind: 'line',
      name: 'obstacle',
      label: 'What’s in the way?',
      maxLength: 1000,
      placeholder: 'a queen who burns every map',
    },
    {
      kind: 'line',
      name: 'place',
      label: 'A place',
      hint: 'With “a” or “the,” or a name.',
      maxLength: 80,
      placeholder: 'the glass sea',
    },
    {
      kind: 'line',
      name: 'object',
      label: 'An object',
      hint: 'With “a” or “the.”',
      maxLength: 80,
      placeholder: 'a compass',
    },
    {
      kind: 'line',
      name: 'keywords',
      label: 'Other details from your world',
      hint: 'Separated by commas.',
      maxLength: 200,
      placeholder: 'maps, a lighthouse',
    },
  ],
  purpose: [
    'A character isn’t a list of eye colors. The distance between what people want and what they need drives them through a book. The want starts the plot, the need ends it, and the flaw is why it takes three hundred pages.',
    'Each suggestion gives you that distance, and things a reader can see and hear: a way of speaking, a coat, a habit. Every line ends in a question about your own story. Use one sheet whole, or take the flaw from the first and the voice from the third. The best use of the tool is often to disagree with it.',
  ],
  tips: [
    {
      title: 'Test the want',
      text: 'You should be able to photograph it: a person, a place, a signed paper. “Happiness” isn’t a want.',
    },
    {
      title: 'Let the flaw help first',
      text: 'A flaw is usually a habit that once worked. Show a day when it still did.',
    },
    {
      title: 'Give the secret a witness',
      text: 'Someone in the story should be able to tell it. That person is your best scene.',
    },
    {
      title: 'Write the voice before the face',
      text: 'One page of dialogue without tags. If you can tell who’s speaking, you have a character.',
    },
    {
      title: 'Ask for the antagonist too',
      text: 'Use the same notes with a different role. Two people who want the same thing for different reasons make a plot.',
    },
  ],
  example:
    'The flaw, voice, and look come from our lists; the want, the things, and the turning points are the author’s. Answer the questions in order: the answer to “Secret” is usually the scene that the book was missing.',
};

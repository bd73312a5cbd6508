import { AI_GENDERS, AI_GENRES, CHARACTER_ROLES } from '#shared/ai-tools.ts';
import { AiToolPage } from './AiToolPage.tsx';
import type { ToolPage } from './tool-page.ts';

export const BookCharacterScreen = () => <AiToolPage page={CHARACTER} />;

export const CHARACTER: ToolPage = {
  tool: 'character',
  slug: 'book-character-generator',
  title: 'Book character generator',
  lead: 'People with a want, a need that contradicts it, a flaw, a secret, a voice and a look: enough to put them in a room and see what they do.',
  seo: 'Invent book characters with want, need, flaw, secret, voice and contradiction, for twelve genres. Free, with tips and a worked example.',
  unit: 'character',
  count: 3,
  fields: [
    { kind: 'choice', name: 'genre', label: 'Genre', choices: AI_GENRES, chosen: 'fantasy' },
    { kind: 'choice', name: 'role', label: 'Part in the story', choices: CHARACTER_ROLES, chosen: 'protagonist' },
    { kind: 'line', name: 'name', label: 'Name, if you have one', maxLength: 80 },
    { kind: 'choice', name: 'gender', label: 'Name is', choices: AI_GENDERS, chosen: 'any' },
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
      name: 'keywords',
      label: 'Things from your world',
      hint: 'With commas between them.',
      maxLength: 200,
      placeholder: 'maps, the glass sea',
    },
  ],
  purpose: [
    'A character is not a list of eye colours. What makes somebody move through a book is the distance between what they want and what they need. The want starts the plot; the need ends it; the flaw is why it takes three hundred pages.',
    'Each suggestion gives you that distance, and things a reader can see and hear: a way of speaking, a coat, a habit. Use one whole, or take the flaw from the first and the secret from the third. The best use of the tool is often to disagree with it.',
  ],
  tips: [
    {
      title: 'Test the want',
      text: 'It should be possible to photograph: a person, a place, a paper with a signature. “Happiness” is not a want.',
    },
    {
      title: 'Let the flaw help first',
      text: 'Flaws are habits that once worked. Show the day when it still did.',
    },
    {
      title: 'Give the secret a witness',
      text: 'Somebody in the story should be able to tell it. That person is your best scene.',
    },
    {
      title: 'Write the voice before the face',
      text: 'One page of dialogue without tags. If you can tell who speaks, you have a character.',
    },
    {
      title: 'Ask for the antagonist too',
      text: 'With the same notes and another part. People who want the same thing for different reasons make plots by themselves.',
    },
  ],
  example: {
    notes: [
      ['Genre', 'Fantasy'],
      ['Part', 'Protagonist'],
      ['Story', 'A mapmaker finds a road that is on none of her maps.'],
    ],
    answer: `Isobel Ravenel, 41, mapmaker to a dead king
Want: to finish the royal atlas that nobody is left to pay for
Need: to admit not knowing, in public
Flaw: never asks a question when a guess will do
Secret: drew one coastline from imagination, and ships were lost there
Voice: precise about numbers, vague about feelings
Look: ink on the left cuff; a coat that belonged to someone else; counts stairs
Contradiction: reads three languages and not one face`,
    comment:
      'The want is finished work, the need is to be wrong aloud: the road that is on no map makes both urgent at once. The secret has a witness as soon as a sailor from one of the lost ships walks in. That became chapter two.',
  },
};

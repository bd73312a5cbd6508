import type { AiTone } from '#shared/ai-tools.ts';

/** Words per tone: title adjectives, sentences for the blurb, and advice for the plot. */
export const TONES: Record<
  AiTone,
  { adjectives: readonly string[]; sentences: readonly string[]; advice: readonly string[] }
> = {
  warm: {
    adjectives: ['Gentle', 'Golden', 'Sunlit', 'Kindly', 'Homeward'],
    sentences: [
      'There is room at this table for everyone, and somebody always brings soup.',
      'It is a story about what people do for each other when nobody is counting.',
      'Expect a lump in the throat and a hand on the shoulder.',
    ],
    advice: [
      'Warm: let every setback be met by a small kindness, and let it cost the giver something.',
      'Warm: end each chapter on a person, not on a threat.',
    ],
  },
  witty: {
    adjectives: ['Inconvenient', 'Improbable', 'Undignified', 'Slightly Guilty', 'Unhelpful'],
    sentences: [
      'It would all be quite tragic if it were not so badly organized.',
      'Dignity leaves early. The jokes stay.',
      'Things go wrong in an order nobody could have planned.',
    ],
    advice: [
      'Witty: give the funniest line to the most serious person in the room.',
      'Witty: let a running joke turn out to matter in the last act.',
    ],
  },
  dark: {
    adjectives: ['Blackened', 'Merciless', 'Sunless', 'Poisoned', 'Bitter'],
    sentences: [
      'Some things, once known, do not let anyone sleep again.',
      'There is no way through it that leaves clean hands.',
      'Mercy is mentioned once, and not twice.',
    ],
    advice: [
      'Dark: let each victory take away something that cannot be replaced.',
      'Dark: keep one act of kindness, and place it where it hurts most.',
    ],
  },
  tense: {
    adjectives: ['Ticking', 'Sudden', 'Narrow', 'Breaking', 'Urgent'],
    sentences: [
      'The clock is running, and it was set by someone else.',
      'Every hour closes one more door.',
      'There is no time for a second plan.',
    ],
    advice: [
      'Tense: shorten the chapters as the deadline nears, and never let two people know the same thing.',
      'Tense: say early what will happen at midnight, and look at the clock in every scene.',
    ],
  },
  lyrical: {
    adjectives: ['Salt-White', 'Drifting', 'Amber', 'Evensong', 'Moth-Winged'],
    sentences: [
      'It is told the way light moves across a room: slowly, and over everything.',
      'Under the story runs a second one, made of weather and memory.',
      'What cannot be said is left in the tide line for someone to find.',
    ],
    advice: [
      'Lyrical: choose one image from the opening and let it return three times, changed.',
      'Lyrical: give the landscape its own arc, from the first season to the last.',
    ],
  },
};

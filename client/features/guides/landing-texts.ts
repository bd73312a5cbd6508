import type { Block } from './article.ts';
import { FACTS } from './facts.ts';

export const STEPS: readonly { title: string; text: string }[] = [
  {
    title: 'Add the book',
    text: 'Its stores, cover and description. Details can be fetched by ASIN where a store’s data is connected, or typed in.',
  },
  {
    title: 'Pick a day and a price',
    text: `A calendar shows how full each newsletter is. The deal is free, or at most ${FACTS.maxPrice} and half the usual price or less. You see what it will probably cost before you send it.`,
  },
  {
    title: 'A person decides',
    text: 'Yes, no with the reason, or a question that you can answer. No book gets in by machine.',
  },
  {
    title: 'The newsletter goes out',
    text: `At ${FACTS.cutoff}, to readers who chose the genre, the price and the store. Until that minute you may change, move or cancel it for nothing.`,
  },
  {
    title: 'You pay for clicks that count',
    text: `After ${FACTS.window} machines, repeats and your own clicks are taken out. You see the rest by hour and by store, how the book did among its like, and one charge to your card.`,
  },
];

export const WHO_GETS_IN: readonly Block[] = [
  'First novels and fortieth ones, from authors and from publishers, in any of the categories. There is no minimum of reviews, no exclusivity and no print edition to show.',
  {
    list: [
      'The book is on sale, at one store at least, on the day of the newsletter.',
      `The price is a deal: free, at most ${FACTS.maxPrice} and half off, or always free or 99 cents.`,
      `Once ${FACTS.minRatings} readers have rated it, they gave ${FACTS.minRating} stars or more on average.`,
      'Cover, description and sample are such that a reader of the genre would be glad we showed it.',
    ],
  },
  'Every rule stands under [promotion requirements](/promotion-requirements), with its reason and what to do about it. The form checks them while you type.',
];

export const QUESTIONS: readonly (readonly [string, string])[] = [
  [
    'What if nobody clicks?',
    `You pay nothing, unless you added the top place, which costs what it costs. Totals under ${FACTS.waived} are waived.`,
  ],
  [
    'What if everybody clicks?',
    `The bill stops at ${FACTS.ceiling}, add-ons included. Further clicks are free, and the newsletter goes on showing your book.`,
  ],
  [
    'When is my card charged?',
    `Once, when the ${FACTS.window} are over. If the card is declined you get a mail and can pay with another one; until then no new promotion can be booked.`,
  ],
  ['Can I cancel?', `Yes, for nothing, until the newsletter closes at ${FACTS.cutoff} on its date.`],
  [
    'How often can a book run?',
    `Every ${FACTS.repeat}. Other books may run meanwhile, one by the same author in a newsletter.`,
  ],
  [
    'Do I learn who clicked?',
    'No. You see numbers by hour and by store. Readers trust us with their addresses, and that is where they stay.',
  ],
];

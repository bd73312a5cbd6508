import { paths } from '#shared/paths.ts';
import { pageScreen } from '../ArticlePage.tsx';
import type { Article } from '../article.ts';
import { FACTS } from '../facts.ts';

export const page: Article = {
  path: paths.partnershipGuidelines(),
  title: 'Partnership guidelines for authors',
  description:
    'What Deckle’s editors look for in a book, what is not accepted, how prices and reviews must be, how we behave in return, and how to disagree.',
  heading: 'Partnership guidelines',
  lead: 'The requirements say what a computer can check. These are the things it cannot: taste, honesty and manners, on both sides.',
  updated: '2026-11-21',
  sections: [
    {
      id: 'one-question',
      title: 'The one question',
      blocks: [
        'Every decision comes down to this: *would a reader of this category be glad that we showed it?* Not impressed; glad. Readers gave us an address on trust. If a book wastes their evening they do not blame the author, whom they do not know. They blame the mail.',
        'It follows that we decline good books. A brilliant novel in the wrong category is a disappointment for everyone, and so is one with a cover that promises something else.',
      ],
    },
    {
      id: 'what-we-look-at',
      title: 'What an editor looks at',
      blocks: [
        {
          table: {
            caption: 'In this order, in a few minutes',
            head: ['Part', 'Good', 'Reason to decline'],
            rows: [
              [
                'Cover',
                'Clear at newsletter size; fits its shelf',
                'Unreadable, unfinished, or promises another genre',
              ],
              [
                'Description',
                'Says what the book is about, without mistakes',
                'Errors in the first lines; praise in place of content',
              ],
              ['Sample', 'Edited; the story starts', 'Faults on every page; formatting that breaks'],
              ['Ratings and reviews', 'Different voices; an honest average', 'A pattern that looks arranged'],
              ['Category', 'Where its readers would look', 'Chosen for the size of the list'],
              ['Price', 'A real deal, live at the stores', 'Raised last week in order to be lowered'],
            ],
          },
        },
        'We do not ask who published it, how many it sold, or whether it is exclusive to a store.',
      ],
    },
    {
      id: 'not-accepted',
      title: 'What we do not accept',
      blocks: [
        {
          list: [
            'Hatred of people for what they are; calls to violence.',
            'Sexual content about minors, in any form, however disguised.',
            'Texts that are somebody else’s: copied, “spun”, or a public-domain work without anything added.',
            'Books made in bulk to fill a search result, by whatever means, with no one answering for their content.',
            'Health, legal or financial advice that can harm those who follow it.',
            'Anonymous biographies of living people who did not agree.',
            'Files whose purpose is an address list, a sales call or a coupon.',
          ],
        },
        `These are declined as against our content guidelines. Explicit books are welcome in the adult category, with the right content rating, and nowhere else.`,
      ],
    },
    {
      id: 'ai',
      title: 'Machines in the writing room',
      blocks: [
        'Use what tools you like; we offer [some](/ai/book-description-generator) ourselves. A person must have written, or rewritten, and answered for, every page that a reader pays for. If the prose reads as though nobody had been in the room, it will be declined as unfinished, and an argument about how it was made will not help.',
      ],
    },
    {
      id: 'prices-and-reviews',
      title: 'Prices and reviews',
      blocks: [
        {
          list: [
            'The usual price is the one that readers could see for most of the month before. The deal price is the one they see on the morning of the newsletter.',
            'Keep the deal until the day you named. You may keep it longer.',
            'If a store is late in lowering the price, move the booking. Nobody minds, and it costs nothing until the newsletter closes.',
            'Reviews must come from readers who were free to say anything. No paid stars, no swaps, no relatives. Free copies are fine if the reviewer says so.',
            `We look at averages only from ${FACTS.minRatings} ratings on, and then ask for ${FACTS.minRating}.`,
            'Reviews that you write about promotion sites in our directory must be about promotions you really ran.',
          ],
        },
      ],
    },
    {
      id: 'what-you-may-expect',
      title: 'What you may expect of us',
      blocks: [
        {
          list: [
            'A decision by a person, with a reason if it is no, and the day from which the book may come back.',
            'The same rules for everybody. Nobody can pay to skip the review.',
            'No charge before results, no click you cannot see accounted for, no surprise over the ceiling.',
            'No contact with you by telephone, no upselling after the booking, no sharing of your results with other authors.',
            'An apology and a refund when the fault is ours.',
          ],
        },
      ],
    },
    {
      id: 'manners',
      title: 'Manners',
      blocks: [
        'Editors are readers with a long list. Please do not submit the same book twice in the hope of another editor, write to them privately, or ask your followers to write to us. Publishers with many titles: send your best four in a month, not all forty.',
        'Tell readers that you are proud of a promotion, if you are; there are [badges](/social-media-icons) for it. Do not say that we recommend the book. We showed it, which is something else.',
      ],
    },
    {
      id: 'disagree',
      title: 'If you disagree',
      blocks: [
        'Write to {email} with the number of the promotion and the one thing you think we overlooked. Another editor reads it. If we were wrong, the waiting time is lifted and the next free date is yours to choose. If not, you get an answer in more than one sentence. That is the end of it, until the book or its page has changed; then submit it again with pleasure.',
        'Serious or repeated breaches of these guidelines lead to a blocked account. You hear the reason, booked promotions are cancelled without cost, and what ran before is settled as usual.',
      ],
    },
  ],
  related: [
    {
      to: paths.promotionRequirements(),
      label: 'Promotion requirements',
      text: 'The rules a booking is checked against.',
    },
    { to: paths.terms(), label: 'Terms and conditions', text: 'The contract.' },
    {
      to: paths.authorResources(),
      label: 'Author resources',
      text: 'How to make a page that editors and readers like.',
    },
    { to: paths.partnersLanding(), label: 'How Deckle works' },
  ],
};

export const PartnershipGuidelinesScreen = pageScreen(page);

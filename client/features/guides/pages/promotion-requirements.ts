import { paths } from '#shared/paths.ts';
import { EDITOR_CODES, RULE_CODES } from '#shared/submission-rules.ts';
import { pageScreen } from '../ArticlePage.tsx';
import type { Article } from '../article.ts';
import { FACTS } from '../facts.ts';

export const page: Article = {
  path: paths.promotionRequirements(),
  title: 'Promotion requirements for ebooks',
  description:
    'Every rule a promotion is checked against, with its limit, what to do about it and when the book may come back, and the reasons editors decline.',
  heading: 'Promotion requirements',
  lead: 'These are all the rules there are. The booking form checks the first list while you fill it in, the server checks it again when you send it, and editors decide by the second. All three read the same list that you see here.',
  updated: '2026-11-21',
  sections: [
    {
      id: 'in-short',
      title: 'In short',
      blocks: [
        {
          table: {
            caption: 'The limits at a glance',
            head: ['What', 'Limit'],
            rows: [
              ['Deal price', `Free, or at most ${FACTS.maxPrice}`],
              ['Discount', 'At most half of the current price; always free or always 99 cents is accepted'],
              ['Length', '50 pages; 20 for children’s books, 30 for short stories; not asked where it is unknown'],
              ['Ratings', `At least ${FACTS.minRating} on average, once ${FACTS.minRatings} readers have rated`],
              ['Same book again', `${FACTS.repeat} between two dates`],
              ['Same author', 'Once in a newsletter'],
              ['Stores', 'One link at least, to the store’s own site'],
              ['Dates', `From the newsletter after the next one, up to ${FACTS.daysAhead} ahead`],
              ['Last change', `Until the newsletter closes, ${FACTS.cutoff} on its date`],
              ['Cost', `By the click, ${FACTS.ceiling} at most, add-ons included`],
            ],
          },
        },
        'No number of reviews is asked for, no exclusivity, no print edition and no publisher.',
      ],
    },
    {
      id: 'checked',
      title: 'What the form checks',
      blocks: [
        'Each rule has a code. You meet it in the form, in letters from us and in answers of the API.',
        { reasons: RULE_CODES },
      ],
    },
    {
      id: 'editors',
      title: 'What editors decide',
      blocks: [
        'A booking that passes every rule is read by a person. These are the reasons for which it may still be declined. What stands behind them is told in the [partnership guidelines](/partnership-guidelines).',
        { reasons: EDITOR_CODES },
      ],
    },
    {
      id: 'declined',
      title: 'If you are declined',
      blocks: [
        'The letter names every reason and, where there is a wait, the day from which the book may come back. When several reasons apply, the longest wait counts. The wait is for the book: your other books may be booked at any time.',
        {
          steps: [
            'Read the reason, and below it what to do.',
            'Mend the page at the stores first, then the book’s entry here.',
            'Book again from the day in the letter. Say in the note to the editors what has changed; they read it.',
          ],
        },
        `If an editor asks a question in place of deciding, you have ${FACTS.feedback} to answer, but never longer than until the newsletter closes. An unanswered question ends in a decline, and the book may come back like after any other reason.`,
      ],
    },
  ],
  related: [
    { to: paths.partnersLanding(), label: 'How Deckle works', text: 'From booking to results.' },
    { to: paths.partnershipGuidelines(), label: 'Partnership guidelines', text: 'Taste, honesty and manners.' },
    { to: paths.howWeCountClicks(), label: 'How we count clicks', text: 'What you pay for, and how we check it.' },
    { to: '/pricing', label: 'Pricing', text: 'Rates by category.' },
    { to: paths.partnerPromotionNew(), label: 'Add a promotion', text: 'The form with the live check.' },
  ],
};

export const PromotionRequirementsScreen = pageScreen(page);

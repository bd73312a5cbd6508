import { paths } from '#shared/paths.ts';
import { guideScreen } from '../ArticlePage.tsx';
import type { Article } from '../article.ts';
import { FACTS } from '../facts.ts';

export const guide: Article = {
  path: paths.marketingGuide('book-review-services'),
  title: 'Book review services: what is allowed, what works',
  description:
    'Trade reviews, advance copies, review tours and your own reader team compared, with the rules of the stores, a letter to copy and a realistic count.',
  heading: 'Book review services, and how to get honest reviews without them',
  lead: 'You may pay for somebody’s time to read and judge your book in a magazine. You may pay for a service that puts copies in front of volunteers. You may not pay for a customer review. Everything in this guide follows from those three sentences.',
  updated: '2026-11-21',
  sections: [
    {
      id: 'two-kinds',
      title: 'Two kinds of review that are always confused',
      blocks: [
        '**Editorial reviews** are written by a critic or a publication and quoted by you: in the description, on the cover, in the editorial section of a store page. Some publications charge for the work of reviewing independent books. That is allowed, if what you buy is an opinion and not praise, and if you quote it fairly.',
        '**Customer reviews** stand under the book with stars. They belong to readers who got the book somehow and decided, without reward, to say what they thought. Stores remove reviews that were paid for, swapped, or written by family and close friends, and they close accounts over it. In the United States the advertising rules also ask a reviewer to say so when the copy was free.',
        {
          note: 'If money goes to the person who leaves the stars, it is forbidden. If money goes to a service for handing out copies, and the readers are free to like it, hate it or stay silent, it is usually allowed. Read the service’s rules for the word “guaranteed”; where it stands, walk away.',
          title: 'The test',
        },
      ],
    },
    {
      id: 'services',
      title: 'The kinds of service',
      blocks: [
        {
          table: {
            caption: 'What they sell, and what you get',
            head: ['Kind', 'You pay for', 'You get', 'Good for'],
            rows: [
              [
                'Trade review',
                'A critic’s hours',
                'One considered review to quote, good or bad',
                'Literary fiction, non-fiction, books meant for libraries',
              ],
              [
                'Advance-copy platform',
                'A listing for some weeks',
                'Requests from volunteer reviewers, some reviews',
                'Genre fiction before launch',
              ],
              [
                'Review tour',
                'Organising',
                'Posts on blogs and video channels on set dates',
                'Romance, fantasy, young adult',
              ],
              [
                'Matching service',
                'Introductions',
                'A few readers of your genre who agree to read',
                'First books without a mailing list',
              ],
              ['“Verified reviews”', 'Stars', 'Removed reviews, perhaps a closed account', 'Nobody'],
            ],
          },
        },
        'Prices range from nothing to several hundred dollars. Before you pay, look up five books the service handled six months ago. Are the reviews still there? Do they sound like different people? Are some of them lukewarm? Lukewarm reviews are the best proof that a service is honest.',
      ],
    },
    {
      id: 'count',
      title: 'A realistic count',
      blocks: [
        'Authors are disappointed because they expect a copy to become a review. Plan with losses at every step, and write your own figures beside these as you learn them.',
        {
          list: [
            'Suppose you want **20 reviews** on the day after launch.',
            'Suppose half of the people who finish also write. Then **40 must finish**.',
            'Suppose two in three of those who begin will finish in time. Then **60 must begin**.',
            'Suppose one in three who take a copy never opens it. Then **90 must take a copy**.',
            'Suppose one in four of those you ask says yes. Then you must **ask 360**, or have a list and ask fewer.',
          ],
        },
        'The arithmetic also shows where to work. A friendlier reminder that lifts “half write” to “two in three write” saves you ninety invitations. It is the cheapest step to improve, and the one that most authors are too shy for.',
      ],
    },
    {
      id: 'own-team',
      title: 'Your own reader team, in six steps',
      blocks: [
        'A team of your own costs nothing but attention, and it is there for the next book as well.',
        {
          steps: [
            'Write to everybody who ever answered one of your mails. Not the whole list: those who answered.',
            'Say plainly what it is: a free early copy, an honest review if they like to write one, nothing else.',
            'Send the file six weeks ahead, in the formats that open everywhere, with your name on the first page and a date.',
            'Two weeks before launch send three sentences: how it is going, when the book comes out, that it is quite all right if they have no time.',
            'On launch day send the direct link to where a review is written. Most people give up while searching for the form.',
            'Afterwards thank all of them, reviewers or not, and drop nobody for a bad review. Drop people who take three copies and never say a word.',
          ],
        },
        {
          label: 'The launch-day letter',
          sample:
            'Dear Miriam,\n\nThe Lamplighter’s Daughter is out today, and you read it before almost anybody else. If you have ten minutes, an honest review would help other readers decide, whatever you thought of it. Two sentences are plenty. Please mention that you had an early copy from me.\n\nThe form is here: [link]. If life got in the way, never mind; I hope you will enjoy it when it doesn’t.\n\nThank you for reading,\nAnna',
        },
      ],
    },
    {
      id: 'last-page',
      title: 'The page that asks for you',
      blocks: [
        'Most reviews come from buyers you will never meet, and the only place where you can ask them is the last page of the book. Ask in one sentence, after the link to the next book: “If you have a moment, a short review helps other readers find this.” No pleading, no gifts, no “five-star”. Asking for good reviews is against the rules; asking for honest ones is not.',
        'Price promotions bring reviews too, though slowly. Readers who took a free or cheap copy tonight will read it in the next months. Expect the ratings to rise six to ten weeks after a promotion and do not judge it before.',
      ],
    },
    {
      id: 'using-reviews',
      title: 'Using what you have',
      blocks: [
        {
          list: [
            '**Quote for content, not for applause.** “I finally understood why my grandmother never spoke of the gasworks” sells a saga better than “Brilliant!”.',
            '**Quote exactly.** If you cut, show it, and never cut in a way that turns the meaning.',
            '**Name the source as it is.** A reader’s review is “a reader”, not “critics”.',
            '**Learn from threes.** Three different people with the same complaint are right about what they felt, though not always about the cure.',
            '**Never answer.** Neither to thank nor to explain. The page belongs to readers.',
            '**Report only what breaks the rules:** spoilers without warning are rude; threats and copied texts are reportable.',
          ],
        },
      ],
    },
    {
      id: 'deckle',
      title: 'What Deckle looks at',
      blocks: [
        `Our editors read the reviews of every book that is submitted. There is no minimum number. Once ${FACTS.minRatings} readers have rated a book, the average has to be at least ${FACTS.minRating}; a newer book without ratings is judged by its cover, description and sample. A handful of thoughtful reviews impresses us more than a hundred that say “great read” in the same week, and a pattern that looks bought is a reason to decline.`,
        'If a book is declined for its rating, the letter says so and names the day from which you may submit it again. That gives you time to ask readers properly, which is the only remedy we know.',
      ],
    },
  ],
  related: [
    {
      to: paths.marketingGuide('how-to-launch-a-book'),
      label: 'How to launch a book',
      text: 'When the early copies go out.',
    },
    {
      to: paths.promotionRequirements(),
      label: 'Promotion requirements',
      text: 'The rating rule, and all the others.',
    },
    { to: paths.partnershipGuidelines(), label: 'Partnership guidelines', text: 'What we expect about reviews.' },
    {
      to: paths.promotionSites(),
      label: 'Book promotion sites',
      text: 'Some ask for a number of reviews; the directory says which.',
    },
  ],
};

export const BookReviewServicesScreen = guideScreen(guide);

import { paths } from '#shared/paths.ts';
import { guideScreen } from '../ArticlePage.tsx';
import type { Article } from '../article.ts';
import { FACTS } from '../facts.ts';

export const guide: Article = {
  path: paths.authorResources(),
  title: 'Author resources: guides, tools and checklists',
  description:
    'Fifteen guides to selling ebooks honestly, five writing tools, and a plain account of how a Deckle promotion works. Find yours in two minutes.',
  heading: 'Author resources',
  lead: 'Everything we know about bringing an ebook to readers, written down. It is free, it needs no account, and most of it is as true for promotions elsewhere as for ours. Begin with the paragraph that sounds like you.',
  updated: '2026-11-21',
  sections: [
    {
      id: 'where-you-are',
      title: 'Where are you just now?',
      blocks: [
        {
          terms: [
            [
              '“The book is not out yet.”',
              'You have the best position of all, because nothing has gone wrong. Read [how to launch a book](/marketing-guide/how-to-launch-a-book) and work back from its calendar. Eight weeks before the day, turn to [review services](/marketing-guide/book-review-services): what early readers need most is time.',
            ],
            [
              '“It is out, and nobody has noticed.”',
              'Start with [how to promote your book](/marketing-guide/how-to-promote-your-book), which looks for the leak before it adds water. Most authors in your place need a new description and ten ratings more urgently than an advertisement.',
            ],
            [
              '“People click and do not buy.”',
              'Then the page is at fault, not the traffic. Read [Amazon book marketing](/marketing-guide/amazon-book-marketing) from the top and mend one thing a week.',
            ],
            [
              '“Book one sells, book two does not.”',
              'Look at the last page of book one, and at the middle of it. Both are in the chapters on doors four and five of the guide to promoting.',
            ],
            [
              '“I have a backlist and an hour a week.”',
              'Choose *steady promotions* from the six [strategies](/marketing-guide/book-marketing-strategies), put the dates into a [one-page plan](/marketing-guide/book-marketing-plan), and do the yearly part of the [checklist](/marketing-guide/book-marketing-checklist) once.',
            ],
            [
              '“I have time and no money.”',
              'The [guerilla plays](/marketing-guide/guerilla-book-marketing) cost at most fifty dollars and the [thirty-two ideas](/marketing-guide/book-promotion-ideas) begin at ten minutes.',
            ],
          ],
        },
      ],
    },
    {
      id: 'promotions',
      title: 'Running a promotion, by genre',
      blocks: [
        'A promotion is a price, a date, a cover and a list of readers. What differs from genre to genre is what those readers expect. Read the general guide once, and then the one for your shelf.',
        {
          links: [
            {
              to: paths.authorResource('running-successful-promotions-any-genre'),
              label: 'Any genre',
              text: 'The full method, from choosing the book to reading the results.',
            },
            {
              to: paths.authorResource('running-successful-promotions-romance'),
              label: 'Romance',
              text: 'Tropes, heat and the promise of the ending; box sets; February.',
            },
            {
              to: paths.authorResource('running-successful-promotions-fantasy'),
              label: 'Fantasy',
              text: 'Long books, long series, and why book one may be free for good.',
            },
            {
              to: paths.authorResource('running-successful-promotions-thriller'),
              label: 'Thriller',
              text: 'Stand-alones, series detectives, and the summer.',
            },
          ],
        },
      ],
    },
    {
      id: 'guides',
      title: 'The marketing guides',
      blocks: [
        {
          links: [
            {
              to: paths.marketingGuide('book-marketing-plan'),
              label: 'Book marketing plan',
              text: 'Five lines, twelve weeks, one page.',
            },
            {
              to: paths.marketingGuide('how-to-promote-your-book'),
              label: 'How to promote your book',
              text: 'Five doors, and which of them is shut.',
            },
            {
              to: paths.marketingGuide('book-marketing-checklist'),
              label: 'Book marketing checklist',
              text: 'Boxes to tick or to print.',
            },
            {
              to: paths.marketingGuide('book-marketing-strategies'),
              label: 'Book marketing strategies',
              text: 'Six, compared, each with a sign to stop.',
            },
            {
              to: paths.marketingGuide('book-promotion-ideas'),
              label: 'Book promotion ideas',
              text: 'From ten minutes to a season.',
            },
            {
              to: paths.marketingGuide('how-to-launch-a-book'),
              label: 'How to launch a book',
              text: 'Sixteen weeks before, eight after.',
            },
            {
              to: paths.marketingGuide('amazon-book-marketing'),
              label: 'Amazon book marketing',
              text: 'What you control at the largest store.',
            },
            {
              to: paths.marketingGuide('list-of-keywords-for-books'),
              label: 'List of keywords for books',
              text: 'Phrases by genre, and a method.',
            },
            {
              to: paths.marketingGuide('book-review-services'),
              label: 'Book review services',
              text: 'What you may pay for, and what not.',
            },
            {
              to: paths.marketingGuide('social-media-book-marketing'),
              label: 'Social media book marketing',
              text: 'Three hours a week on one network.',
            },
            {
              to: paths.marketingGuide('guerilla-book-marketing'),
              label: 'Guerilla book marketing',
              text: 'Odd, legal, under fifty dollars.',
            },
          ],
        },
      ],
    },
    {
      id: 'tools',
      title: 'Writing tools',
      blocks: [
        'Five generators that offer several answers to a question you describe. Treat them as a talkative friend in the writing group: take a turn of phrase, laugh at the rest, and write the final version yourself. Readers can tell, and so can our editors.',
        {
          links: [
            {
              to: paths.aiTool('book-description-generator'),
              label: 'Book description',
              text: 'Openings to choose from and improve.',
            },
            {
              to: paths.aiTool('book-title-generator'),
              label: 'Book title',
              text: 'Titles that sound like the shelf they belong on.',
            },
            { to: paths.aiTool('pen-name-generator'), label: 'Pen name', text: 'Check that no living author has it.' },
            { to: paths.aiTool('book-character-generator'), label: 'Character', text: 'A want, a fear and a habit.' },
            { to: paths.aiTool('book-plot-generator'), label: 'Plot', text: 'For the story you give to subscribers.' },
          ],
        },
      ],
    },
    {
      id: 'deckle-in-short',
      title: 'A Deckle promotion, in short',
      blocks: [
        {
          steps: [
            'You make a free account, add your book, and choose a newsletter date and category on a calendar that shows what is still free.',
            `You set the deal price: free, or at most ${FACTS.maxPrice} and no more than half the usual price. A book that always costs 99 cents or nothing is welcome too.`,
            'A person reads your submission and answers yes, no with the reason, or a question.',
            `The newsletter goes out at ${FACTS.cutoff}. Until that moment you may change, move or cancel the booking for nothing.`,
            `For ${FACTS.window} we count clicks. Machines, second clicks by the same reader, your own and ours are taken out, and you see how many and why.`,
            `You pay for the rest, never more than ${FACTS.ceiling} for one promotion, and see how you did among similar books.`,
          ],
        },
        'Nothing on this list is smaller print elsewhere. The conditions stand on [one page](/promotion-requirements), the prices on [another](/pricing), and what we expect of each other in the [partnership guidelines](/partnership-guidelines).',
      ],
    },
    {
      id: 'questions',
      title: 'Questions we are asked most',
      blocks: [
        {
          terms: [
            [
              'Do I need reviews?',
              `No minimum. But once ${FACTS.minRatings} readers have rated the book, the average must be at least ${FACTS.minRating}, and a page with ten ratings sells better than an empty one whatever we do.`,
            ],
            [
              'Must the book be exclusive, or must it not?',
              'Neither. One link to one store is enough. Readers tell us which stores they use, and more stores mean more of them.',
            ],
            [
              'How often may I come back?',
              `The same book after ${FACTS.repeat}, other books at any time, and one book by an author in a newsletter.`,
            ],
            [
              'What if hardly anyone clicks?',
              `Then you pay hardly anything. No billable clicks and no extras, no bill; and a total under ${FACTS.waived} is waived.`,
            ],
            [
              'What is the top place?',
              'The first position in a category, sold once for each date. It costs a few dollars more, which count toward the ceiling.',
            ],
            [
              'Can I see results for other people’s books?',
              'Not theirs. You see yours, and where it stands among promotions of the same category and kind of price in the year before.',
            ],
          ],
        },
      ],
    },
    {
      id: 'elsewhere',
      title: 'And elsewhere',
      blocks: [
        'No newsletter has all the readers. We keep a directory of [other promotion sites](/best-book-promotion-sites), with the facts we could check, the day on which we checked them, and reviews by authors who paid. Use several, not in the same week, and write down what each one brought. If one of them serves you better than we do, that is worth knowing, for us as well: write to {email}.',
      ],
    },
  ],
  related: [
    { to: paths.partnersLanding(), label: 'How Deckle works', text: 'With today’s prices and the next free dates.' },
    { to: '/subscribers-and-statistics', label: 'Subscribers and statistics', text: 'Readers by category, counted.' },
    { to: paths.blog(), label: 'The blog', text: 'News and longer pieces for authors.' },
    { to: paths.partnerSignUp(), label: 'Create a partner account', text: 'Free. No card until you book.' },
  ],
};

export const AuthorResourcesScreen = guideScreen(guide);

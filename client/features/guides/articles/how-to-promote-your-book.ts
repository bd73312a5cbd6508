import { paths } from '#shared/paths.ts';
import { guideScreen } from '../ArticlePage.tsx';
import type { Article } from '../article.ts';
import { FACTS } from '../facts.ts';

export const guide: Article = {
  path: paths.marketingGuide('how-to-promote-your-book'),
  title: 'How to promote your book, in the right order',
  description:
    'Five questions that show where readers are lost between hearing of your book and buying the next one, and what to mend at each step.',
  heading: 'How to promote your book: find the leak, then add water',
  lead: 'Most advice on promotion is a list of places to shout. But a reader has to get through five doors before you earn anything, and it only pays to shout once they are all open. Work backwards, from the last door to the first.',
  updated: '2026-11-21',
  sections: [
    {
      id: 'five-doors',
      title: 'The five doors',
      blocks: [
        {
          table: {
            caption: 'Where readers are lost',
            head: ['Door', 'The reader…', 'You can see it in'],
            rows: [
              ['Notice', 'learns that the book exists', 'Clicks and page visits'],
              ['Look', 'decides from the cover and title that it may be for them', 'Clicks for each time it was shown'],
              ['Buy', 'reads the description, price, ratings and sample', 'Sales for each click'],
              ['Finish', 'reads to the end', 'Pages read, reviews, letters'],
              ['Return', 'buys the next one, or tells a friend', 'Sales of book two for each sale of book one'],
            ],
          },
        },
        'Promotion widens the first door only. If ten people in a hundred buy, and you double the hundred, you sell twenty. If you first mend the page so that fifteen buy, the same money sells thirty. So we begin at the far end.',
      ],
    },
    {
      id: 'return',
      title: 'Door five: does the book sell the next book?',
      blocks: [
        'Open your own ebook and turn to the last page of the story. What stands there is the most valuable advertising space you will ever own: it is seen only by people who have just liked your work. Many books waste it on an acknowledgements page.',
        {
          steps: [
            'Directly under the last line, one sentence about the next book and a link to it. Not a list of eleven titles; the next one.',
            'Below that, an invitation to your mailing list with a reason: a short story, the first chapter of what comes next, a map.',
            'Only then thanks, biography and the rest.',
          ],
        },
        'No second book yet? Then the mailing list takes the first place, and the honest sentence is: “I am writing the next one. Leave an address and I will write to you once, when it is out.”',
      ],
    },
    {
      id: 'finish',
      title: 'Door four: do people get to the end?',
      blocks: [
        'You cannot promote your way out of a book that sags at a third. Signs: ratings that speak of “potential”, a first book that sells while the second never does, early readers who “have been so busy”. Ask three honest readers to mark the page where they put the book down the first time. When two marks fall within ten pages of each other, you have found a leak that is worth more than any advertisement.',
        'Less drastic and just as often the cause: a file with formatting faults. Look at it on a phone, in large print and at night mode. Chapter headings that break, a missing table of contents or a scene break that vanished send people away without a word.',
      ],
    },
    {
      id: 'buy',
      title: 'Door three: the page that must do the selling',
      blocks: [
        'Shrink your cover to the height of a fingernail and put it beside the twelve bestselling covers of your category. If a stranger can pick out which one does not belong, it is the cover and not the world.',
        'Then read the first three lines of your description, which is all that a phone shows before “read more”. They should say who wants what and what stands in the way. They should not say “in this gripping debut”.',
        {
          label: 'Before',
          sample:
            'The Salt Road is a sweeping tale of love, loss and redemption that will keep you turning the pages until the stunning conclusion. Readers who enjoy beautifully written fiction will be enchanted.',
        },
        {
          label: 'After',
          sample:
            'Ines Duarte has nine days to bring forty mules and a dead man’s debts across the mountains. On the third, she finds out who the debts belong to.',
        },
        'The second version has fewer adjectives and more mules. It may lose a reader who dislikes mules, and that is its job: that reader was going to leave two stars.',
        {
          checklist: [
            'Cover readable at the size of a fingernail',
            'First three lines name a person, a wish and an obstacle',
            'Price within a dollar of comparable books, or deliberately below',
            'At least ten ratings, or a plan to get them',
            'The sample begins with the story, not with maps and praise',
            'Series name and number stand in the title data, spelled the same everywhere',
          ],
          title: 'Before you pay for a single click',
        },
      ],
    },
    {
      id: 'notice',
      title: 'Doors two and one: be seen by the right people',
      blocks: [
        'Now add water. Every way to be noticed is one of four kinds, and they age differently.',
        {
          terms: [
            [
              'Owned',
              'Your mailing list, your site, the back pages of your books. Slow to build, free to use, and nobody can take it from you. Always first.',
            ],
            [
              'Borrowed',
              'Other people’s audiences, lent because it serves them: a podcast, a newsletter swap with an author of the same kind, a guest essay, a book club. Costs hours and politeness.',
            ],
            [
              'Rented',
              'Promotion newsletters and advertisements. Works on the day you pay and stops the day you stop. Its virtue is that you can choose the date and count the result.',
            ],
            [
              'Found',
              'Search, store recommendations, libraries. You cannot command it, but right keywords, categories and steady sales feed it.',
            ],
          ],
        },
        'A sensible first year is: build the owned kind always, borrow once a month, rent when the price is low and the page is good, and leave the found kind alone after you have set the keywords properly.',
      ],
    },
    {
      id: 'price-promotion',
      title: 'A price promotion, step by step',
      blocks: [
        'The most dependable rented method for ebooks is a short price cut announced to people who asked for such announcements. It goes like this.',
        {
          steps: [
            'Choose the book that leads to others: the first of a series, or the one your other books’ readers loved.',
            'Choose five to seven days. Shorter, and late openers find the full price; longer, and nobody hurries.',
            'Set the price at 99 cents or free if later books must earn it back; $1.99 or $2.99 if this one has to carry itself. The new price should be at most half of the usual one, or it will not look like a deal.',
            'Change the price at the stores two days before the announcement, and look with your own eyes, from a browser where you are not signed in.',
            'Announce: one promotion newsletter on day one or two, your own list on day two or three, an author friend’s list on day four. A spread keeps daily sales steady instead of making one spike.',
            'Put the price back on the day you named. Readers remember who cries “last chance” all year.',
          ],
        },
        `With Deckle, step five means: pick a date on the calendar, let an editor look at the book, and pay afterwards for the clicks that came within ${FACTS.window}. The deal has to be free or at most ${FACTS.maxPrice}. All the conditions are on [one page](/promotion-requirements).`,
      ],
    },
    {
      id: 'count',
      title: 'Count afterwards, on one line',
      blocks: [
        'For each promotion write one line: date, price, cost, clicks, copies in the five days, copies in the fourteen days after, sales of the next book in thirty days. After four lines you know more about promoting *your* book than any guide can tell you, this one included.',
        {
          note: 'Clicks high, sales low: mend door three. Sales high, next book low: door five, or four. Clicks low: wrong list, wrong cover, or a date on which everyone else was shouting. Read it in that order and change one thing at a time.',
          title: 'How to read the line',
        },
        'People like to ask which single channel is best. It is the one whose line you have written down twice.',
      ],
    },
  ],
  related: [
    {
      to: paths.authorResource('running-successful-promotions-any-genre'),
      label: 'Running a successful promotion',
      text: 'The price cut in detail, for any genre.',
    },
    {
      to: paths.marketingGuide('amazon-book-marketing'),
      label: 'Amazon book marketing',
      text: 'Door three at the largest store.',
    },
    {
      to: paths.partnersLanding(),
      label: 'How Deckle works',
      text: 'Pick a date, pay per click, stop at the ceiling.',
    },
    {
      to: paths.promotionSites(),
      label: 'Book promotion sites',
      text: 'Other places to rent attention, with reviews by authors.',
    },
  ],
};

export const HowToPromoteYourBookScreen = guideScreen(guide);

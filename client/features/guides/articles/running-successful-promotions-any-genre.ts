import { paths } from '#shared/paths.ts';
import { guideScreen } from '../ArticlePage.tsx';
import type { Article } from '../article.ts';
import { FACTS } from '../facts.ts';

export const guide: Article = {
  path: paths.authorResource('running-successful-promotions-any-genre'),
  title: 'Running a successful promotion in any genre',
  description:
    'Choose the book, price, category and date; prepare the page; book; read the results. The full method for an ebook price promotion, with sums.',
  heading: 'Running a successful promotion, whatever you write',
  lead: 'A price promotion does one thing well: it puts a book into the hands of people who like its kind and have not heard of you. Whether that pays depends on seven decisions. Here they are, in the order in which you have to make them.',
  updated: '2026-11-21',
  sections: [
    {
      id: 'which-book',
      title: '1. Which book',
      blocks: [
        'The one that makes the next sale most likely. That is seldom the newest and often not the best.',
        {
          table: {
            caption: 'What to put forward',
            head: ['You have', 'Promote', 'What it should bring'],
            rows: [
              ['A series', 'Book one', 'Sales of the later books for two months'],
              ['A finished series', 'Book one, or the box set of the first three', 'Readers who go through all of it'],
              ['Stand-alones', 'The one with the best ratings', 'Followers, and a look at the others'],
              ['One book', 'That one, once it has ten ratings', 'Reviews and subscribers'],
              ['A new release', 'The book before it', 'A launch with readers who are ready'],
            ],
          },
        },
      ],
    },
    {
      id: 'price',
      title: '2. Which price',
      blocks: [
        {
          terms: [
            [
              'Free',
              'Most downloads, lowest price for a click, and the greatest number of copies never opened. Right for book one of four or more.',
            ],
            [
              '$0.99',
              'A purchase, if a small one; people who pay a dollar are likelier to read. Right for book one of three, and for thrillers and romances of any number.',
            ],
            [
              '$1.99 to $2.99',
              'For stand-alones, non-fiction and box sets. Fewer sales, each worth several times as much.',
            ],
            [`Up to ${FACTS.maxPrice}`, 'For collections, and for books whose usual price is ten dollars or more.'],
          ],
        },
        `Whatever you choose, a deal on Deckle must be at most half of the price readers saw last week. A book that is always free or always 99 cents may run as it is. Do not raise the price first in order to lower it: readers notice, stores keep a history, and the editors look.`,
      ],
    },
    {
      id: 'sum',
      title: '3. Whether the sum works',
      blocks: [
        'Three figures decide it: what a click costs, how many clicks make a sale, and what a sale is worth once later books are counted.',
        'Suppose a click costs 40 cents and one in ten buys. Then a sale costs $4.00. At 99 cents it brings you 35 cents at once. If the rest of a series brings $3.00 on average for each new reader, you lose 65 cents a head and gain reviews; if it brings $5.00, you earn $1.35 a head.',
        'For a free book suppose 15 cents a click and one download in three clicks: 45 cents a download. If one in ten of those goes on to a series worth $6.00, each download brings 60 cents.',
        {
          note: `Multiply your figures with the ceiling in mind. ${FACTS.ceiling} is the most a promotion can cost. Clicks beyond it are free, so a popular book gets cheaper by the click the better it does.`,
          title: 'The ceiling works for you',
        },
        {
          rates: [
            'mystery',
            'romance',
            'thriller',
            'fantasy',
            'science-fiction',
            'historical-fiction',
            'biography-memoir',
            'self-help',
          ],
          caption: 'What a click costs today in eight of the categories',
        },
      ],
    },
    {
      id: 'page',
      title: '4. Whether the page is ready',
      blocks: [
        'In the newsletter readers see a cover the size of a stamp, the title, the two prices and at most 300 characters. Then they see your store page. Check both as they will.',
        {
          checklist: [
            'The cover says the genre at the width of a thumb',
            'The blurb for the newsletter has one person, one trouble, no adjectives of praise',
            'The first lines of the store description continue where the blurb stops',
            'There are ratings, and the average is 3.0 or better',
            'Book two is one tap away from the end of book one',
            'Every store link opens the right edition',
            'The category is where a stranger would look, not where the list is longest',
          ],
          title: 'Ready?',
        },
        {
          label: 'A blurb in 199 characters',
          sample:
            'When the tide takes the ferryman, his apprentice inherits a boat, a ledger of secrets and eleven passengers who each paid him to forget something. The twelfth is coming tonight, and she wants change.',
        },
      ],
    },
    {
      id: 'date',
      title: '5. Which date',
      blocks: [
        'Weekday matters less than you think and preparation more than you like. What does matter:',
        {
          list: [
            '**Your own calendar.** Two days before the date for the price, three days after it for answering people.',
            '**The book’s season.** Ghosts in October, love in February, long books in the last week of December.',
            '**Rest.** Ninety days after the last promotion of the same book anywhere, if you can.',
            '**Room.** Each category has a few places a day. Give two alternate dates and you will seldom be turned away for a full newsletter.',
          ],
        },
        `You may book from the newsletter after the next one up to ${FACTS.daysAhead} ahead. If the date matters, book a month ahead.`,
      ],
    },
    {
      id: 'booking',
      title: '6. Booking, review, and the last look',
      blocks: [
        {
          steps: [
            'Book. The form checks every rule while you fill it in and shows what is missing and what it will probably cost.',
            'Wait for the editor. Yes needs nothing from you. No names the reason and the day from which you may try again. A question waits for your answer up to a week, but not beyond the newsletter.',
            'Lower the price at the stores two to three days before the date.',
            `On the eve, look at each store page while signed out. If the price is still full, move the booking; it costs nothing until ${FACTS.cutoff} on the day.`,
            'Tell your own list on the following day, not on the same one. Two medium days serve a book better than one high one.',
          ],
        },
        'The top place in a category can be added if nobody has it on that date. It pays for books with a striking cover and a wide appeal. For a narrow book the ordinary place is enough: the people it is for will scroll.',
      ],
    },
    {
      id: 'results',
      title: '7. Reading the results',
      blocks: [
        `For ${FACTS.window} after the newsletter the clicks come in, and then the count is closed. The page of the promotion shows them by hour and by store, which were billed, which were left out and why, and a percentile: how the book did, per thousand readers, among promotions of its category and kind of price in the year before.`,
        {
          table: {
            caption: 'What the figures tell you',
            head: ['You see', 'It means', 'Next time'],
            rows: [
              [
                'Percentile high, sales good',
                'Cover, blurb and page agree',
                'Same book in ninety days; raise the price a step',
              ],
              [
                'Percentile high, sales poor',
                'The promise is better than the page',
                'New description; look at the sample',
              ],
              [
                'Percentile low, sales good for each click',
                'The right few found it',
                'Narrower category; new cover or blurb',
              ],
              ['Both low', 'Wrong book, wrong shelf or wrong cover', 'Another book, before another promotion'],
              ['One store has nearly all clicks', 'Your readers shop there', 'Lead with that store in your own mails'],
            ],
          },
        },
        'Wait sixty days before the final sum. Later books and reviews come slowly, and a promotion that looked like a loss on the fourth day has often paid by the fortieth. If it has not, you now have three real figures in place of three suppositions, and the next decision will be better.',
      ],
    },
  ],
  related: [
    {
      to: paths.authorResource('running-successful-promotions-romance'),
      label: 'For romance',
      text: 'Tropes, heat levels, February.',
    },
    {
      to: paths.authorResource('running-successful-promotions-fantasy'),
      label: 'For fantasy',
      text: 'Long series and permanent free firsts.',
    },
    {
      to: paths.authorResource('running-successful-promotions-thriller'),
      label: 'For thrillers',
      text: 'Pace, covers, summer.',
    },
    { to: paths.partnerPromotionNew(), label: 'Add a promotion', text: 'The calendar with free places.' },
  ],
};

export const RunningPromotionsAnyGenreScreen = guideScreen(guide);

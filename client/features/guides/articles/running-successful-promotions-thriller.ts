import { paths } from '#shared/paths.ts';
import { guideScreen } from '../ArticlePage.tsx';
import type { Article } from '../article.ts';
import { FACTS } from '../facts.ts';

export const guide: Article = {
  path: paths.authorResource('running-successful-promotions-thriller'),
  title: 'Running a successful thriller promotion',
  description:
    'Thriller readers decide fast: blurbs with a clock, covers by subgenre, 99 cents or more, series heroes and stand-alones, and the weeks that sell.',
  heading: 'Running a successful thriller promotion',
  lead: 'A thriller is bought in the time it takes to read its blurb and finished before the weekend is over. Of all genres it gives the quickest answer to a promotion, good or bad, and the plainest.',
  updated: '2026-11-21',
  sections: [
    {
      id: 'what-they-buy',
      title: 'What they are buying',
      blocks: [
        'Not a plot, whatever they say, but a speed. A reader wants to know three things: who is in danger, how soon, and whether it will be over by Sunday night. Everything in the promotion should answer them, and nothing should slow them down. A title that needs explaining slows. So does a prologue in italics; move it, or cut it, before two hundred strangers open your sample on one evening.',
        'They also expect fair play. The twist may be outrageous, but the page on which it was hidden must exist. Reviews of thrillers fail over three things, and promotion multiplies all of them: a twist from nowhere, a hero who cannot be hurt, and an end that is only there to sell the next book.',
      ],
    },
    {
      id: 'shelves',
      title: 'Thriller, crime or mystery',
      blocks: [
        {
          table: {
            caption: 'Ask what the reader waits for',
            head: ['They wait to learn…', 'Shelf', 'Pace'],
            rows: [
              ['whether she will get out', 'Thriller', 'Clock'],
              ['who did it', 'Mystery', 'Puzzle'],
              ['what it does to everyone', 'Crime Fiction', 'Pressure'],
              ['who did it, with cake', 'Cozy Mystery', 'Stroll'],
              ['whether they will get out together', 'Romantic Suspense', 'Clock and pulse'],
              ['what is behind the door, and wishes not to', 'Horror', 'Dread'],
            ],
          },
        },
        {
          rates: [
            'thriller',
            'crime-fiction',
            'mystery',
            'cozy-mystery',
            'action-adventure',
            'romantic-suspense',
            'true-crime',
          ],
          caption: 'What a click costs today on these shelves',
        },
      ],
    },
    {
      id: 'price',
      title: 'Price: a dollar, and when to ask for more',
      blocks: [
        'Thriller readers pay. Free works less well than in romance or fantasy: it is taken for a sign that something is wrong, and it collects copies that are never opened. The workhorse is 99 cents, and for a stand-alone with good ratings $1.99 or $2.99.',
        {
          table: {
            caption: 'Supposed: 140 clicks at 40 cents, cost $56.00, for a stand-alone usually at $5.99',
            head: ['Deal price', 'One sale in', 'Sales', 'Royalty each', 'Income', 'Result'],
            rows: [
              ['$0.99', '7 clicks', '20', '$0.35', '$7.00', '−$49.00'],
              ['$1.99', '9 clicks', '16', '$0.70', '$11.20', '−$44.80'],
              ['$2.99', '12 clicks', '12', '$2.05', '$24.60', '−$31.40'],
            ],
          },
        },
        'The highest price loses least, and none of them pays by itself. A stand-alone must therefore lead somewhere: to your other books through the back matter, to your list, to reviews. If it leads nowhere, wait until it does. In a series of six with the first at 99 cents, twenty sales that bring four readers all the way through five later books at $3.45 are worth $69.00, and the promotion has paid.',
        {
          note: `Fewer clicks cost less; nobody pays for hope. And if a book runs away, the bill stops at ${FACTS.ceiling}.`,
          title: 'Remember which way the risk lies',
        },
      ],
    },
    {
      id: 'series',
      title: 'The hero who comes back',
      blocks: [
        'A series with one hero sells like a subscription: same person, same kind of trouble, once or twice a year. Readers begin anywhere, so you may promote whichever book has the best hook, on two conditions. It must not give away who survived the earlier ones. And its back matter must lead to *book one*, not to the next.',
        {
          steps: [
            'Promote book one, at 99 cents, in the month before a new one appears.',
            'Promote the one with the best reviews half a year later, with “can be read first” in the blurb.',
            'Make a box of the first three when the seventh is out.',
            'Lower nothing in the week of the new release itself. Fans pay, and a deal beside it makes them wait next time.',
          ],
        },
        'Psychological thrillers are the exception: no hero returns, and the author’s name is the series. Give the covers one typeface and one mood so that readers can see it.',
      ],
    },
    {
      id: 'cover',
      title: 'Covers',
      blocks: [
        {
          terms: [
            [
              'Psychological',
              'A house, a window, water, a woman from behind, a line of small type above the title that raises a question. Cold blue or one hard yellow.',
            ],
            [
              'Action, military, spy',
              'A running figure, a skyline, steel and red. The author’s name as large as the title.',
            ],
            ['Police and serial killer', 'Landscape under weather; an empty road; an object out of place.'],
            ['Legal, medical, political', 'Columns, corridors, flags; white space is allowed here.'],
            ['Techno', 'Light on black, but no rain of green digits: it has been 1999 for long enough.'],
          ],
        },
        'Test at the width of a stamp: title readable, one shape, one color. Thriller covers can be dull in a good way. The reader is not looking for art but for the thing she liked last time.',
      ],
    },
    {
      id: 'blurb',
      title: 'Blurbs with a clock',
      blocks: [
        'Five elements, in up to 300 characters: a person with a job, an ordinary act, the wrong thing, the deadline, and why it cannot be handed to the police.',
        {
          label: 'The five, in order',
          sample:
            'Court interpreter Dana Weiss mistranslates one word, on purpose, and a guilty man walks free. By noon he has sent her flowers. By night, her daughter’s school timetable. She has until Monday to put it right, and the only person who could help was the one he killed.',
        },
        {
          list: [
            'No rhetorical questions. “Can she survive?” Yes. There is a sequel.',
            'No “nothing is what it seems”. In thrillers nothing ever is.',
            'No more than two names.',
            'Numbers are good: three days, eleven stairs, one witness.',
            'Do not announce the twist. “With a shocking twist” makes people read for it and guess it.',
          ],
        },
      ],
    },
    {
      id: 'year',
      title: 'The thriller year',
      blocks: [
        'Thrillers sell all year, which is an advantage: you can take the weeks nobody else wants.',
        {
          list: [
            '**Late May to August.** Airports and beaches. The best weeks for stand-alones; book them in March.',
            '**September, second half.** Commuters are back. Series first books.',
            '**Late October.** The darker end of the shelf.',
            '**January, after the 5th.** Quiet, cheap in attention, good for testing a new cover.',
            '**Avoid** the week in which a household name of your subgenre publishes. Not because of competition: because everybody who might have clicked is reading.',
          ],
        },
        'By weekday we promise nothing, but prepare for the weekend: a promotion on Thursday or Friday meets readers who have two free evenings in front of them, and the clicks of the following days still count within the ' +
          FACTS.window +
          '.',
      ],
    },
    {
      id: 'checklist',
      title: 'Before you book',
      blocks: [
        {
          checklist: [
            'The sample reaches the trouble within five pages',
            'The blurb has a clock in it',
            'Nothing on the page gives away an earlier book',
            'The back matter leads to book one, or to the most similar book',
            'At least ten ratings, with an average you would trust',
            'The price is no more than half the usual one, and is live at every store',
            'No other promotion of mine on that date: an author runs once in a newsletter',
          ],
          title: 'Thriller checklist',
        },
      ],
    },
  ],
  related: [
    {
      to: paths.authorResource('running-successful-promotions-any-genre'),
      label: 'Any genre',
      text: 'The method in seven decisions.',
    },
    {
      to: paths.marketingGuide('amazon-book-marketing'),
      label: 'Amazon book marketing',
      text: 'Royalties by price, and ads with a stop.',
    },
    { to: paths.aiTool('book-plot-generator'), label: 'Book plot generator', text: 'When the clock needs a reason.' },
    { to: paths.promotionRequirements(), label: 'Promotion requirements', text: 'Every rule, with its reason.' },
  ],
};

export const RunningPromotionsThrillerScreen = guideScreen(guide);

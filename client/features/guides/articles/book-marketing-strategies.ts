import { paths } from '#shared/paths.ts';
import { guideScreen } from '../ArticlePage.tsx';
import type { Article } from '../article.ts';
import { FACTS } from '../facts.ts';

export const guide: Article = {
  path: paths.marketingGuide('book-marketing-strategies'),
  title: 'Six book marketing strategies compared',
  description:
    'Series funnel, mailing list, steady promotions, advertising, community and authority: what each costs, when it works, and the sign that says stop.',
  heading: 'Six book marketing strategies, and how to choose one',
  lead: 'A strategy is a decision about what you will not do. Each of these six has made authors a living. Done two at a time by one person in the evenings, most of them fail. Read all six, take one, and give it a year.',
  updated: '2026-11-21',
  sections: [
    {
      id: 'at-a-glance',
      title: 'At a glance',
      blocks: [
        {
          table: {
            caption: 'What each strategy asks for',
            head: ['Strategy', 'Books needed', 'Money', 'Hours a week', 'First result'],
            rows: [
              ['Series funnel', 'Three or more in one series', 'Low', '1', 'Weeks'],
              ['Mailing list', 'One, and something to give away', 'Low', '2', 'Months'],
              ['Steady promotions', 'Three or more', 'Medium', '1', 'Days'],
              ['Advertising', 'Three or more that pay back', 'High', '3', 'Weeks'],
              ['Community', 'One', 'None', '5', 'A year'],
              ['Authority', 'One, non-fiction', 'Low', '4', 'A year'],
            ],
          },
        },
        'Two of them can be combined without harm: a mailing list belongs to every other strategy, as a habit and not as the main thing.',
      ],
    },
    {
      id: 'series-funnel',
      title: '1. The series funnel',
      blocks: [
        'Book one is cheap or free, always. Everything you do points at book one. Books two to seven are at full price and earn the living.',
        '**It works when** readers who finish book one go on. Count: sales of book two divided by sales of book one over the same three months, leaving out the weeks of a free promotion. Below a quarter, mend the first book or its last page. Above a half, you may spend boldly.',
        '**The sum.** Five books at $4.99 that leave $3.45 each. Of 100 paying readers of book one, 50 buy the second, 40 the third, 35 the fourth, 32 the fifth. That is 157 sales and $541.65, or $5.42 for each reader of book one, before what book one itself brings.',
        '**Stop when** the series is finished and its readers have moved on. Then the first book stays cheap for good and you build the next funnel.',
      ],
    },
    {
      id: 'mailing-list',
      title: '2. The mailing list',
      blocks: [
        'You trade a story, a recipe booklet or a map for an address, and then write something worth opening once or twice a month. The launch of each book starts with people who asked to hear of it.',
        '**It works when** the mails are read. Watch replies and clicks instead of opens, which are counted by machines as often as by people. A list of 300 that answers beats one of 10,000 that was collected by a prize draw for a tablet.',
        {
          steps: [
            'Write the gift: something a fan would pay two dollars for, from the same world as the book.',
            'Put the sign-up link on the last page of every book, on your site, nowhere else at first.',
            'Send three welcome mails over ten days: the gift; how you came to write this; which book to read first.',
            'Then keep a rhythm you can hold in your worst month.',
          ],
        },
        '**Mind the law.** Write only to people who asked, keep proof of it, put a postal address and a working unsubscribe link in each mail.',
        '**Stop when** you dread writing it. A list that hears from you only to be sold something is worth less each time.',
      ],
    },
    {
      id: 'steady-promotions',
      title: '3. Steady promotions',
      blocks: [
        'Instead of one great launch, a price promotion every few weeks: a different book each time, a different newsletter each time, the whole catalog in turn.',
        {
          table: {
            caption: 'A quarter with four books',
            head: ['Week', 'Book', 'Price', 'Where'],
            rows: [
              ['2', 'Series A, book one', 'Free', 'Two free-book newsletters, two days apart'],
              ['5', 'Stand-alone', '$1.99', 'One genre newsletter'],
              ['8', 'Series B, book one', '$0.99', 'Genre newsletter, own list the day after'],
              ['11', 'Series A, box set', '$2.99', 'Genre newsletter, swap with a fellow author'],
            ],
          },
        },
        `**It works when** each title rests between turns. Deckle asks for ${FACTS.repeat} between two promotions of the same book; ninety is better, because a list renews itself slowly.`,
        '**Stop when** two turns of the same book bring falling clicks at the same price. That list has read it. Rest it for a year.',
      ],
    },
    {
      id: 'advertising',
      title: '4. Advertising',
      blocks: [
        'You buy clicks every day, at a price that the readers’ later purchases more than cover. It is the strategy that grows fastest and loses fastest.',
        '**It works when** you know what a reader is worth (see the sum above) and keep the cost of a reader under two thirds of it. The remaining third is for the days on which you were wrong.',
        'Suppose a reader is worth $5.42 and clicks cost 45 cents. Two thirds of $5.42 is $3.61, so you need a sale from every eight clicks. If you get one from eleven, every reader costs $4.95 and almost nothing is left for error.',
        '**Stop when** the seven-day average stays over the limit for two weeks. Do not wait for the algorithm to learn. It learns from buyers, and you have none.',
      ],
    },
    {
      id: 'community',
      title: '5. Community',
      blocks: [
        'You become a regular in one place where your readers already are: a forum, a video platform, a convention, the crime night at the library. You talk about other people’s books nine times out of ten.',
        '**It works when** you would do it anyway. Readers can smell a visitor with a suitcase of leaflets. It suits authors who live in their genre, and nobody else.',
        '**The measure** is not followers. Count how many people by name would notice if you were gone for a month. At thirty, you have a launch team. At a hundred, a career.',
        '**Stop when** it eats the writing. Five hours a week is a chapter a month.',
      ],
    },
    {
      id: 'authority',
      title: '6. Authority',
      blocks: [
        'For non-fiction. The book proves that you know something; talks, courses and articles prove it again; each leads to the others. Most of the income is not from the book at all, and so the book may be cheap, or given away by the hundred to people who book speakers.',
        '**It works when** the subject is narrow. “Leadership” has been taken. “How to run a village fête without losing friends” has not.',
        {
          list: [
            'Twenty articles, each answering one question that people type into a search box, each ending with the chapter it came from.',
            'Two talks a quarter, to rooms that contain buyers and not colleagues.',
            'One free tool: a worksheet, a calculator, a checklist with your name on the bottom.',
          ],
        },
        '**Stop when** the questions you are asked are no longer about the subject of the book. Write the next one.',
      ],
    },
    {
      id: 'choose',
      title: 'Choosing in five minutes',
      blocks: [
        {
          terms: [
            ['One novel out', 'Write the second. Meanwhile the mailing list, at two hours a week.'],
            ['Two or three in a series', 'Series funnel. Add a promotion for book one each quarter.'],
            ['A backlist of stand-alones', 'Steady promotions, one title at a time.'],
            [
              'A series of five with good read-through',
              'Series funnel first; advertising when you know the value of a reader.',
            ],
            ['Non-fiction from your work', 'Authority. Promote the book when a talk has put your name about.'],
            [
              'A picture book or poetry',
              'Community, and in person: schools, libraries, readings. Ebook promotion will be a sideline.',
            ],
          ],
        },
        {
          note: 'Write on a card what you chose, the date, and the number that would make you stop. Put the card where you pay your bills. Most strategies that fail were not wrong; they were left for another after six weeks.',
          title: 'Then keep to it',
        },
      ],
    },
  ],
  related: [
    {
      to: paths.marketingGuide('book-marketing-plan'),
      label: 'Book marketing plan',
      text: 'Turn the strategy into twelve dated weeks.',
    },
    {
      to: paths.marketingGuide('book-promotion-ideas'),
      label: 'Book promotion ideas',
      text: 'Small things to try, sorted by cost and time.',
    },
    {
      to: paths.authorResource('running-successful-promotions-any-genre'),
      label: 'Running a successful promotion',
      text: 'Strategy three, one promotion at a time.',
    },
    {
      to: '/subscribers-and-statistics',
      label: 'Subscribers and statistics',
      text: 'How many readers each category has.',
    },
  ],
};

export const BookMarketingStrategiesScreen = guideScreen(guide);

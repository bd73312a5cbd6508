import { paths } from '#shared/paths.ts';
import { guideScreen } from '../ArticlePage.tsx';
import type { Article } from '../article.ts';
import { FACTS } from '../facts.ts';

export const guide: Article = {
  path: paths.marketingGuide('book-marketing-plan'),
  title: 'A book marketing plan that fits on one page',
  description:
    'Write a one-page marketing plan for one book: the reader, one number to move, a budget with worked sums, and twelve weeks of dated work.',
  heading: 'How to write a book marketing plan that fits on one page',
  lead: 'A plan is a list of things you will do on certain days, and the number that tells you whether to keep doing them. Everything longer than a page is a way of not starting.',
  updated: '2026-11-21',
  sections: [
    {
      id: 'five-lines',
      title: 'The five lines',
      blocks: [
        'Take one book. Not the series, not your career: one book, one edition, one quarter of the year. Then fill in five lines, in this order, because each one limits the next.',
        {
          steps: [
            '**Reader.** Who finishes this book and buys another like it? Name two books they already own.',
            '**Promise.** What does the cover, title and first line of the description tell that reader they will get?',
            '**Number.** The one figure you want to move in twelve weeks, where it stands today, and where you want it.',
            '**Money.** What you can lose without changing anything else in your life.',
            '**Hours.** What you can give each week and still write the next book.',
          ],
        },
        'If you stop at line two because you cannot name the two books, stop altogether. No budget repairs a book whose author does not know which shelf it belongs on, and an afternoon in your category’s bestseller list is cheaper than an advertisement.',
      ],
    },
    {
      id: 'reader',
      title: 'Line one: a reader you could recognize',
      blocks: [
        '“Women, 25 to 55, who like to read” describes a third of the people on any train. A useful sentence names a habit: *reads one cozy mystery a week, mostly on a phone, buys the next in the series the night she finishes, leaves for another author when the cat dies.* From that sentence you can read off the price she expects, the hour she opens mail, the cover she trusts and the thing you must never do on page 180.',
        'You find the sentence in reviews. Read the three-star reviews of your two comparable books. People who gave five stars were pleased with everything; people who gave one star bought by mistake. Three stars come from the readers who belong there and can say what was missing.',
      ],
    },
    {
      id: 'number',
      title: 'Line three: one number',
      blocks: [
        'Sales rank is not a number you can plan with: it moves when other people’s books move. Choose one that answers to your own work.',
        {
          table: {
            caption: 'Numbers worth planning by',
            head: ['If the book is…', 'Move this', 'Because'],
            rows: [
              [
                'Book one of a series',
                'Copies of book one in readers’ hands',
                'Later books earn the money; the first one recruits.',
              ],
              [
                'A stand-alone novel',
                'Reviews, until there are 25',
                'Strangers look for company before they look at the sample.',
              ],
              ['Non-fiction', 'Subscribers to a useful mail', 'The person is the asset; the book is how you met.'],
              [
                'A backlist title',
                'Paid sales a day after the promotion ends',
                'It shows whether the push left anything behind.',
              ],
            ],
          },
        },
        'Write it as a sentence with two values and a date: “from 14 to 40 ratings on the main store by 1 March”. A goal without today’s value cannot be missed, and so it cannot teach you anything.',
      ],
    },
    {
      id: 'money',
      title: 'Line four: the sums, before you spend',
      blocks: [
        'Suppose book one of a four-book series normally costs $4.99 and you drop it to 99 cents for five days. At that price a typical 35% royalty leaves you about 35 cents. Books two to four are $4.99; at 70% they leave roughly $3.45 each.',
        'Now guess read-through, carefully. Say that of a hundred buyers at 99 cents, 30 go on to book two, 22 to book three and 18 to book four. One new buyer is then worth 0.35 + 0.30 × 3.45 + 0.22 × 3.45 + 0.18 × 3.45 = **$2.77**.',
        'That figure is your ceiling for one new reader. If a click costs 40 cents and one click in eight becomes a sale, a reader costs $3.20 and the promotion loses 43 cents a head. If one in six buys, a reader costs $2.40 and it earns 37 cents. Between profit and loss lies not the advertisement but the product page that turns clicks into sales, which is why it comes first in the calendar below.',
        {
          note: `On Deckle you pay per click, after the newsletter, and never more than ${FACTS.ceiling} for one promotion. Put ${FACTS.ceiling} in the plan as the most it can cost, and the estimate from the booking form as what it will probably cost.`,
          title: 'Budget for the worst case',
        },
        'Two rules keep small budgets alive. Never spend money on a page you have not tested with free traffic. And keep a fifth of the total unspent until week nine, when you will know what works and most authors have nothing left to do more of it with.',
      ],
    },
    {
      id: 'twelve-weeks',
      title: 'Twelve weeks, dated',
      blocks: [
        {
          table: {
            caption: 'A quarter for one book, at about three hours a week',
            head: ['Weeks', 'Do', 'Finished when'],
            rows: [
              [
                '1–2',
                'Rewrite the description; check cover at thumbnail size; fix categories and keywords.',
                'Three strangers can say from the page alone what kind of book it is.',
              ],
              [
                '3',
                'Put the sign-up link and the next book’s link on the last page of the file; upload it everywhere.',
                'You have tapped both links in a downloaded copy.',
              ],
              [
                '4–5',
                'Ask early readers and past buyers for honest reviews.',
                'Every person on your list was asked once, by name.',
              ],
              [
                '6',
                'Book the promotion; tell the stores the price change in time.',
                'Date, price and end date stand in your calendar.',
              ],
              ['7', 'Write the three mails and six posts that go with it.', 'They are scheduled, not drafted.'],
              [
                '8',
                'Price drop, promotion, mail to your own list.',
                'The price is seen lowered on every store before the newsletter closes.',
              ],
              [
                '9',
                'Read the results. Spend the reserve on what worked, or keep it.',
                'One paragraph is written: what, how many, what it cost each.',
              ],
              [
                '10–11',
                'One longer-lived thing: a guest essay, a library talk, a podcast.',
                'It is agreed with a date, even if it appears later.',
              ],
              ['12', 'Compare the number with its goal. Write the next page.', 'The new page has five lines.'],
            ],
          },
        },
        'Nothing here is urgent except week six. Store prices take time to change, good dates fill, and a deal that is still at full price when the mail goes out disappoints everyone who clicks, at your expense. On Deckle the newsletter closes at ' +
          FACTS.cutoff +
          ` and dates can be booked up to ${FACTS.daysAhead} ahead, so there is no reason to leave it to the last day.`,
      ],
    },
    {
      id: 'weekly',
      title: 'The quarter-hour on Monday',
      blocks: [
        'A plan dies in a drawer. Give it fifteen minutes on the same day each week and answer three questions in writing.',
        {
          list: [
            'What did I say I would do last week, and did I do it? (Yes or no. Reasons are for novels.)',
            'Where does the number stand?',
            'What is the single thing for this week, and on which day?',
          ],
        },
        'If the first answer is no three weeks running, the plan is too big. Halve it. An author who finishes six small things in a quarter beats one who begins twenty.',
      ],
    },
    {
      id: 'example',
      title: 'A finished page',
      blocks: [
        {
          label: 'Plan for “The Lamplighter’s Daughter”, January to March',
          sample:
            'Reader: finishes a historical saga every fortnight; owns two or three about women in wartime trades; borrows from the library and buys what the library lacks.\n\nPromise: two sisters, one gasworks, one secret; a hopeful ending.\n\nNumber: ratings on the main store, from 11 today to 35 on 31 March.\n\nMoney: $220. Of that $60 for a newsletter promotion at 99 cents in week 8, $75 for a proofread of the description and a new subtitle line on the cover, $40 for postage of paperbacks to book clubs, $45 kept back.\n\nHours: three a week, Tuesday evenings. Mondays, a quarter of an hour with this page.',
        },
        'Notice what is missing: a mission statement, a persona with a photograph, and nine social networks. If one of those would move the number, it may come in, and something else must leave.',
      ],
    },
    {
      id: 'change',
      title: 'When to change the plan',
      blocks: [
        'Change the *page* of the book whenever evidence says so: many clicks and few sales mean the cover, price, description or sample is wrong for the people you reached. Change the *channel* only after two fair tries on a good page. Change the *book you push* when the number has not moved in a full quarter although you did the work; some books are better as the third thing a reader buys from you than as the first.',
        'And do not change anything in the fortnight after a promotion. Reviews arrive late, sequels are read late, and the paragraph you write on day two is always either too happy or too sad.',
      ],
    },
  ],
  related: [
    {
      to: paths.marketingGuide('book-marketing-checklist'),
      label: 'Book marketing checklist',
      text: 'The same quarter as boxes to tick.',
    },
    {
      to: paths.marketingGuide('book-marketing-strategies'),
      label: 'Book marketing strategies',
      text: 'Six ways to spend the budget, and when each one fails.',
    },
    { to: '/pricing', label: 'Pricing', text: 'What a click costs in each category, with a calculator.' },
    {
      to: paths.aiTool('book-description-generator'),
      label: 'Book description generator',
      text: 'Drafts for weeks one and two.',
    },
  ],
};

export const BookMarketingPlanScreen = guideScreen(guide);

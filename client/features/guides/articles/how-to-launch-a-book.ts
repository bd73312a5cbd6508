import { paths } from '#shared/paths.ts';
import { guideScreen } from '../ArticlePage.tsx';
import type { Article } from '../article.ts';
import { FACTS } from '../facts.ts';

export const guide: Article = {
  path: paths.marketingGuide('how-to-launch-a-book'),
  title: 'How to launch a book: a 24-week calendar',
  description:
    'From sixteen weeks before publication to eight weeks after: dates, pre-order or not, price, the launch-day timetable, and what to do when it is quiet.',
  heading: 'How to launch a book: sixteen weeks before, eight weeks after',
  lead: 'A launch is not a day. It is the point at which work done over four months becomes visible, followed by two months in which most of the sales happen. Plan both halves; authors who plan only the day are exhausted on the day after.',
  updated: '2026-11-21',
  sections: [
    {
      id: 'date',
      title: 'Choose the date first',
      blocks: [
        'Everything is counted backwards from it, so choose it early and keep it. Tuesday to Thursday gives you working days for mending what breaks. Avoid the weeks in which the most famous author of your genre publishes, the second half of November unless the book is a gift, and the last week before your own vacation.',
        'Leave two weeks between the last possible correction and the day. If the book is part of a series, look at the calendar of the next one too: a launch helps the earlier books, and a second launch within three to six months helps more than a year’s silence and a perfect plan.',
      ],
    },
    {
      id: 'soft-or-loud',
      title: 'Soft or loud?',
      blocks: [
        {
          table: {
            caption: 'Two honest ways to begin',
            head: ['Compare', 'Soft launch', 'Loud launch'],
            rows: [
              ['For', 'First books, new pen names, small lists', 'Later books, lists that answer, series'],
              ['Day one', 'Published quietly; faults found by friends', 'Everybody told at once'],
              ['Weeks two to four', 'Reviews gathered, page improved', 'Thanks, second mail, slowing down'],
              ['Paid promotion', 'After the tenth rating', 'On earlier books, in launch week'],
              ['Danger', 'Never getting loud', 'Telling everybody about a page with a mistake'],
            ],
          },
        },
        'If you have fewer than a hundred people who know your work, be soft on day one and loud five weeks later. Nobody but you will remember which of the two was the publication date.',
      ],
    },
    {
      id: 'pre-order',
      title: 'Pre-order: yes, if…',
      blocks: [
        'A pre-order page lets you link to the next book from the last page of the previous one. That alone is worth it for a series. KDP allows pre-orders up to a year ahead; other stores offer them too. Missing the delivery date has consequences, so set the date late and deliver early.',
        'For a first book by an unknown author, a pre-order collects a handful of sales over months that would have looked better together. Then publish without one, and put the page live a few days before you tell anybody.',
        {
          note: 'A book that is still on pre-order cannot run on Deckle: readers want to read it tonight. Book the promotion for after publication, or for book one of the series during launch week.',
        },
      ],
    },
    {
      id: 'before',
      title: 'Sixteen weeks, counted down',
      blocks: [
        {
          table: {
            caption: 'Before the day',
            head: ['Weeks before', 'Make', 'Ask'],
            rows: [
              ['16', 'Final title, series name, cover brief', 'The cover designer for a date'],
              ['14', 'First 60 words of the description', 'Three readers which line they would follow'],
              ['12', 'Cover finished; comparable books noted', 'Two authors for a newsletter swap in launch week'],
              ['10', 'Edited manuscript; last page with links', 'Podcasts and blogs, each with a subject of its own'],
              ['8', 'Advance copies, in formats that open', 'Early readers, by name'],
              [
                '6',
                'Store pages set up, pre-order if you take it',
                'Libraries and bookshops, if there is a print edition',
              ],
              ['4', 'Three mails, ten posts, one press note', 'Nobody. Write.'],
              ['2', 'Final file delivered and opened on a phone', 'Early readers how it is going'],
              ['1', 'Everything scheduled', 'A friend to look at every page as a stranger would'],
            ],
          },
        },
        'The table has two columns because the second one is what most authors leave out. People say yes to a request that comes eight weeks ahead and no to the same request on the eve.',
      ],
    },
    {
      id: 'price',
      title: 'The launch price',
      blocks: [
        'There are three sensible choices.',
        {
          terms: [
            [
              'Full price',
              'For later books of a series and for non-fiction. Fans pay it gladly, and they are the ones who buy in the first week.',
            ],
            [
              'Low for one week',
              'For a stand-alone. Say from the start when it ends: “$2.99 until Sunday, then $5.99.” It thanks your list and gives a second reason to write.',
            ],
            [
              'Book one low, the new one full',
              'The best of the three for a series from book three on. Put book one at 99 cents or free in the week the new book comes out, promote *that*, and let readers find all of them.',
            ],
          ],
        },
        `The third has a sum behind it. Suppose a promotion of book one sells 120 copies at 99 cents, with a royalty of 35 cents: $42. If 40 of those readers buy book two at $3.45 of royalty and 28 of them book three, that is $138.00 and $96.60 more, spread over two months. Against it stands the promotion, which on Deckle can cost ${FACTS.ceiling} at most.`,
      ],
    },
    {
      id: 'launch-day',
      title: 'Launch day, hour by hour',
      blocks: [
        {
          steps: [
            '**Early.** Open every store page while signed out. Price, cover, description, “look inside”. Do not post anything until you have looked.',
            '**Nine o’clock.** Mail to your list: three short paragraphs, one cover, one link for each store. Not an essay; they have been waiting for the link.',
            '**Ten.** Mail to early readers with the link to the review form.',
            '**Eleven.** Posts where you are at home. One picture, two sentences. Answer what people say.',
            '**Noon.** Leave the house. Really.',
            '**Four.** Answer everybody who wrote. By name.',
            '**Six.** Write down the day’s figures, once. Then celebrate with people who do not care about figures.',
          ],
        },
        'Things will be wrong. The paperback will not be joined to the ebook; one country will show yesterday’s cover. Write to the store’s help desk with a list, once, and go on.',
      ],
    },
    {
      id: 'after',
      title: 'Eight weeks after, which is where the sales are',
      blocks: [
        {
          list: [
            '**Day four:** second mail, to those who did not click the first. Another reason: a quote from an early reader, the story behind chapter nine.',
            '**Day ten:** last mail, because the price goes up or because you promised to stop.',
            '**Week three:** read all reviews in one sitting. If they praise what the description hides, change the description.',
            '**Week four:** correct the typos, upload, and update the back matter of older books.',
            '**Week five or six:** first price promotion for book one, or for this one if it stands alone and has ten ratings.',
            '**Week eight:** write the line: copies, cost, ratings, what to do otherwise. Put it where you will find it in a year.',
          ],
        },
      ],
    },
    {
      id: 'quiet',
      title: 'If it is quiet',
      blocks: [
        'It usually is. Ask three questions in this order. *Did people see it?* If fewer than two hundred visited the page, nothing is wrong with the book: it has not been launched yet. *Did those who saw it look inside?* If not, it is the cover or the first three lines. *Did those who looked buy?* If not, the sample or the price. Mend that one thing, wait for the tenth rating, and launch again. Readers do not know what day it is for you.',
      ],
    },
  ],
  related: [
    {
      to: paths.marketingGuide('book-marketing-checklist'),
      label: 'Book marketing checklist',
      text: 'The same stages as boxes to tick.',
    },
    {
      to: paths.marketingGuide('book-review-services'),
      label: 'Book review services',
      text: 'Early readers, and how many to ask.',
    },
    {
      to: paths.aiTool('book-title-generator'),
      label: 'Book title generator',
      text: 'If you are sixteen weeks away and have none.',
    },
    { to: paths.promotionRequirements(), label: 'Promotion requirements', text: 'What a book needs before week five.' },
  ],
};

export const HowToLaunchABookScreen = guideScreen(guide);

import { paths } from '#shared/paths.ts';
import { guideScreen } from '../ArticlePage.tsx';
import type { Article } from '../article.ts';
import { FACTS } from '../facts.ts';

export const guide: Article = {
  path: paths.marketingGuide('book-marketing-checklist'),
  title: 'Book marketing checklist, from draft to year two',
  description:
    'Sixty-odd boxes in the order in which they come due: metadata, early readers, launch, the first month, promotions, and the yearly check of old books.',
  heading: 'The book marketing checklist',
  lead: 'Tick it on the screen or print it; the page comes out on paper without menus. Nothing here is a matter of taste. Each box is something that, left undone, has cost some author a launch.',
  updated: '2026-11-21',
  sections: [
    {
      id: 'how-to-use',
      title: 'How to use it',
      blocks: [
        'Go from top to bottom and do not skip a stage because a later one is more fun. The stages are named by time before publication, but if your book has been out for years, start at the first stage anyway: old books have the most unticked boxes, and ticking them is cheaper than launching anything.',
        'A box is ticked when you have seen the result as a reader would, on a device you do not usually work on. “I uploaded it” is not a tick. “I bought it on my sister’s phone and the link on the last page opened” is.',
      ],
    },
    {
      id: 'twelve-weeks-before',
      title: 'Twelve weeks before: the things that are hard to change later',
      blocks: [
        {
          checklist: [
            'Title searched at two stores: no well-known book of the same kind has it',
            'Series name decided, spelled one way, with numbers that match the order of reading',
            'Pen name settled, and different enough from living authors in the category',
            'Cover brief written with five covers that sell to the same readers',
            'Cover seen at thumbnail size, in gray, and on a dark screen',
            'Three comparable books noted, published in the last three years',
            'Price chosen, and its distance to those three explained in one sentence',
            'Decision made, exclusive to one store or sold everywhere, for at least a year',
          ],
          title: 'Foundations',
        },
        'The pen name is here because everything else hangs on it: author pages, follow buttons, reviews and the spelling in the file. Changing it after publication splits your readers in two.',
      ],
    },
    {
      id: 'eight-weeks-before',
      title: 'Eight weeks before: words and people',
      blocks: [
        {
          checklist: [
            'Description drafted; first three lines name a person, a wish and an obstacle',
            'One-sentence pitch that you can say aloud without taking breath',
            'Short biography of 60 words, long one of 150, in the third person',
            'Seven keyword phrases and the narrowest honest categories noted',
            'Author profiles claimed at the stores, with the same photograph',
            'Mailing list works: sign up yourself, confirm, receive, unsubscribe',
            'Welcome mail written, with the story or chapter you promised',
          ],
          title: 'Words',
        },
        {
          checklist: [
            'Twenty to fifty early readers asked by name, each told the date you hope for',
            'Review copies sent as files that open on every device',
            'A note with each copy: an honest review, please, and say that the copy was free',
            'Five bloggers, podcasters or bookshops written to, each about something they did',
            'Two authors of the same kind asked for a newsletter swap in launch month',
          ],
          title: 'People',
        },
        'Ask by name because requests to everybody are answered by nobody. Ask eight weeks ahead because finishing a novel takes people longer than they promise.',
      ],
    },
    {
      id: 'two-weeks-before',
      title: 'Two weeks before: proof that it works',
      blocks: [
        {
          checklist: [
            'Final file opened on a phone, a tablet and an e-reader',
            'Table of contents jumps to the right chapters',
            'Last page of the story leads to the next book or to the mailing list',
            'Links in the back go to pages that exist, at every store you sell in',
            'Description shows its paragraphs on the store page and is not one gray block',
            'Look-inside sample begins with the story within two pages',
            'Reminder sent to early readers, with the link where the review goes',
            'Launch mails scheduled: day one, day four, day ten',
          ],
          title: 'Proof',
        },
      ],
    },
    {
      id: 'launch-week',
      title: 'Launch week',
      blocks: [
        {
          checklist: [
            'Book found by searching its title, and its page opens in another country',
            'Price right at every store, seen while signed out',
            'Paperback and ebook joined on one page',
            'Series page shows the new book',
            'Day-one mail went out; replies answered by hand',
            'Website, profiles and e-mail signature name the new book and link to it',
            'First lines of the older books’ back matter changed to lead here',
            'Numbers of days one to seven written down once a day, not once an hour',
          ],
          title: 'Seven days',
        },
        'The last box matters more than it looks. A launch watched by the hour feels like a failure, because most hours sell nothing.',
      ],
    },
    {
      id: 'first-month',
      title: 'The first month: ratings first',
      blocks: [
        {
          checklist: [
            'Early readers who have not reviewed written to once more, kindly, and then never again',
            'Typos collected from readers, corrected, file uploaded again',
            'Description changed if the reviews praise something it does not mention',
            'Ten ratings reached before any paid promotion begins',
            'Book added to library and bookshop catalogs, if it has a print edition',
            'One long-lived thing placed: an essay, an interview, a talk with a date',
          ],
          title: 'Weeks two to five',
        },
        `Why ten? Because shoppers who come from an advertisement have never heard of you, and an empty page asks them to be the first. Deckle does not demand a number, but once ${FACTS.minRatings} readers have rated a book their average has to be ${FACTS.minRating} or better.`,
      ],
    },
    {
      id: 'promotion',
      title: 'Before each price promotion',
      blocks: [
        {
          checklist: [
            `Deal price free or at most ${FACTS.maxPrice}, and no more than half the usual price`,
            `No other promotion of this book on Deckle within ${FACTS.repeat}`,
            'Date chosen with two alternates, away from the launch of anybody you share readers with',
            'End date of the deal named in every announcement, and in your calendar with an alarm',
            'Price change entered at every store two to three days early',
            'Price seen lowered, at every store, while signed out',
            'A valid card on the account, so that the booking can be accepted',
            'Own list told on another day than the newsletter',
            'Book two at full price, with its link on the last page of book one',
            'Afterwards: price put back, one line of results written',
          ],
          title: 'Promotion',
        },
        `On Deckle you may move or cancel a booking until the newsletter closes, at ${FACTS.cutoff} on its day, at no cost. If the store has not lowered your price by then, move it.`,
      ],
    },
    {
      id: 'every-year',
      title: 'Once a year, for every book you have out',
      blocks: [
        'Put this on a fixed date; many authors take the quiet days after New Year. An hour a book is enough.',
        {
          checklist: [
            'Cover beside today’s bestsellers of the category: still one of them?',
            'Categories still exist and still fit',
            'Keywords tried in the store’s search; dead ones replaced',
            'First three lines of the description read aloud to somebody',
            'Back matter leads to the book you would want them to read next *now*',
            'Links in the book clicked, all of them',
            'Price compared with three books published this year',
            'Store links on your own site and on promotion sites still right',
            'Sales of the year by month noted: which month would a promotion help most?',
            'Rights, passwords and tax forms written down where your heirs can find them',
          ],
          title: 'Yearly check',
        },
        {
          note: 'If a book fails more than three of these boxes, mend it before you write another advertisement for it. If a book fails none and still does not sell, make it cheaper or free and let it introduce you.',
          title: 'What to do with the answer',
        },
      ],
    },
  ],
  related: [
    {
      to: paths.marketingGuide('how-to-launch-a-book'),
      label: 'How to launch a book',
      text: 'The launch stages as a dated calendar, with reasons.',
    },
    {
      to: paths.marketingGuide('book-marketing-plan'),
      label: 'Book marketing plan',
      text: 'Money and hours for the boxes above.',
    },
    {
      to: paths.promotionRequirements(),
      label: 'Promotion requirements',
      text: 'Every rule that a booking is checked against.',
    },
    {
      to: paths.partnerSignUp(),
      label: 'Create a partner account',
      text: 'Free; you pay per click, after the newsletter.',
    },
  ],
};

export const BookMarketingChecklistScreen = guideScreen(guide);

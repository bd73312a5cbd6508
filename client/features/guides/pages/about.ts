import { paths } from '#shared/paths.ts';
import { pageScreen } from '../ArticlePage.tsx';
import type { Article } from '../article.ts';
import { FACTS } from '../facts.ts';

export const page: Article = {
  path: paths.about(),
  title: 'About Deckle: who it is for, and why',
  description:
    'Deckle brings discounted and free ebooks to people who read them: one mail a day by genre, books looked at by editors, authors who pay per click.',
  heading: 'About Deckle',
  lead: 'A deckle edge is the rough border of a sheet of handmade paper: the mark of a frame that somebody held. We liked the idea of a bookselling machine with the mark of a hand left on it.',
  updated: '2026-11-21',
  sections: [
    {
      id: 'what-it-is',
      title: 'What it is',
      blocks: [
        'Every day authors somewhere lower the price of a good ebook for a week, and the people who would love it never hear. Deckle is a place for the two to meet. Readers choose their genres, stores and prices and get one mail a day, if something fits, with the deals of that day. Authors and publishers book a place in it.',
        'The list of deals is open to everybody on [this site](/ebook-deals), and there is a list of [free ones](/ebook-deals/free-ebooks). Nobody needs an account to read.',
      ],
    },
    {
      id: 'readers',
      title: 'What readers can count on',
      blocks: [
        {
          list: [
            'A person has looked at every book: the cover, the description, the sample, what readers said of it.',
            `A deal is a deal: free, or at most ${FACTS.maxPrice} and no more than half of the usual price, or a book that always costs 99 cents or nothing.`,
            'One mail a day at most, or one a week. Days without a fitting book bring no mail.',
            'No address is sold or lent. Leaving takes one click, and so does a copy of everything we hold about you; the [privacy page](/privacy) says what that is.',
          ],
        },
        'Authors pay us, and you should know it. What money buys is a place on a date and, for one book in each category, the first place. It does not buy an editor’s yes, and it does not buy stars.',
      ],
    },
    {
      id: 'authors',
      title: 'What authors can count on',
      blocks: [
        `You pay for clicks by readers, after the newsletter, never more than ${FACTS.ceiling} for one promotion. Clicks by machines, repeated clicks and your own are taken out before the bill, and you can see how many there were and why. If a promotion cannot run, it costs nothing.`,
        'You hear yes, no with the reason, or a question. The rules are the same for a first novel and for a publisher’s spring list, and they stand on [one page](/promotion-requirements). How it works, step by step, is [here](/partners).',
      ],
    },
    {
      id: 'how-we-decide',
      title: 'How a book gets in',
      blocks: [
        'Some rules are counted by software: price, length, ratings, dates. The form shows them while you fill it in, so nobody waits three days to hear about a missing link. Everything else is judged by people, with three questions. Would a reader of this category be glad that we showed it? Does the page keep what the cover promises? Is it readable from the first sentence on?',
        'We make mistakes in both directions. A declined author who thinks so may write back, and the letter says from which day the book may return.',
      ],
    },
    {
      id: 'why-per-click',
      title: 'Why by the click',
      blocks: [
        'A fixed fee is paid for hope. It is the same when two people look and when two hundred do, so the place that sells it gains nothing by having attentive readers. Paid by the click, we earn when people are curious, and a long list of people who never open a mail is worth nothing to us either. The ceiling is there so that an author can decide once, in the morning, and not watch a meter.',
      ],
    },
    {
      id: 'open',
      title: 'Open, and meant to be copied',
      blocks: [
        'The software is open source under the MIT license. Anyone may run a Deckle of their own, for a language, a country or a shelf that this one does not serve. The rules are code, the numbers on the [statistics page](/subscribers-and-statistics) are computed from the database when you open it, and the way clicks are judged can be read line by line.',
        'The people who run this site, and who answer for it, are reached at {email}.',
      ],
    },
  ],
  related: [
    { to: paths.deals(), label: 'Today’s deals', text: 'For readers.' },
    { to: paths.partnersLanding(), label: 'For authors and publishers', text: 'How it works, prices, dates.' },
    { to: '/contact', label: 'Contact', text: 'Questions, praise and complaints.' },
    { to: paths.socialMediaIcons(), label: 'Badges', text: 'To show that a book was here.' },
  ],
};

export const AboutScreen = pageScreen(page);

import { paths } from '#shared/paths.ts';
import { pageScreen } from '../ArticlePage.tsx';
import type { Article } from '../article.ts';
import { FACTS } from '../facts.ts';

export const page: Article = {
  path: paths.terms(),
  title: 'Terms and conditions of Deckle',
  description:
    'The agreement between Deckle and its partners and readers: booking, review, pay per click with a ceiling, cancelling, refunds, content, liability.',
  heading: 'Terms and conditions',
  lead: 'Written to be read. Where a sentence here and a sentence elsewhere on the site disagree, this page counts; where this page and the law disagree, the law does.',
  updated: '2026-11-21',
  sections: [
    {
      id: 'parties',
      title: '1. Who agrees with whom',
      blocks: [
        '“We” are the people who run this site, at {email}. A “partner” is an author or publisher with an account. A “reader” is somebody who uses the site or gets the newsletter. By making an account, or by signing up for the newsletter, you accept these terms. You must be of age, or have the permission of somebody who is responsible for you.',
        'The software behind this site is open source under the MIT license. That license covers the code; these terms cover the service.',
      ],
    },
    {
      id: 'readers',
      title: '2. For readers',
      blocks: [
        'The site and the newsletter are free. Books are sold or given away by the stores, not by us, and the stores’ terms apply. Prices change, end early and differ between countries; look at the price before you buy. Deals are paid placements, chosen by editors among those that partners submit.',
        'You may leave at any time. How your data is handled is said on the [privacy page](/privacy).',
      ],
    },
    {
      id: 'account',
      title: '3. The partner’s account',
      blocks: [
        {
          list: [
            'One account for each author or publisher. Keep the password to yourself; what is done with your account counts as yours.',
            'Keep the email address and the card up to date. Decisions, results and invoices are sent there.',
            'You may close the account on the account page. What is booked and sent before that is still settled.',
            'We may block an account that breaks these terms or the [partnership guidelines](/partnership-guidelines). We say why.',
          ],
        },
      ],
    },
    {
      id: 'booking',
      title: '4. Booking and review',
      blocks: [
        'A booking is a request for a place in one category of one newsletter. It becomes binding on us when an editor approves it. You may name alternate dates; if the first is full, the next free one is taken. The rules that every booking must meet are listed under [promotion requirements](/promotion-requirements).',
        `Editors may approve, decline with a reason, or ask a question. A question that is not answered within ${FACTS.feedback}, or before the newsletter closes, ends in a decline. There is no right to be accepted.`,
        'You promise that you hold the rights to offer the book, that what you say about it is true, and that the deal price is available at the linked stores from the morning of the newsletter until the day you named as its end. Differences between countries that a store makes are not your fault.',
      ],
    },
    {
      id: 'cost',
      title: '5. What it costs',
      blocks: [
        {
          list: [
            `You pay a rate for each billable click. The rate of the category, for free or for discounted books, is shown when you book and frozen with the booking.`,
            `Billable are clicks on the book’s links in the newsletter within ${FACTS.window} of its sending, one for each reader. Not billable are clicks by machines and link checkers, bursts, repeated clicks, your own, our staff’s, clicks by readers in their first 48 hours, clicks that were held for review and not counted, and all clicks on this website. They are judged when the ${FACTS.window} are over, and you see the number left out for each reason.`,
            'Add-ons, such as the top place, have a fixed price, shown when you book and frozen with the booking.',
            `**One promotion never costs more than ${FACTS.ceiling},** add-ons included. Discounts and credit are taken off after that.`,
            `A total under ${FACTS.waived} is waived. No clicks and no add-ons, no cost.`,
          ],
        },
        {
          table: {
            caption: 'Examples at a rate of 40 cents',
            head: ['Clicks', 'Top place', 'Sum', 'You pay'],
            rows: [
              ['0', 'no', '$0.00', '$0.00'],
              ['0', '$10.00', '$10.00', '$10.00'],
              ['85', 'no', '$34.00', '$34.00'],
              ['130', '$10.00', '$62.00', FACTS.ceiling],
              ['400', 'no', '$160.00', FACTS.ceiling],
            ],
          },
        },
        'Estimates are made from earlier promotions and promise nothing. Prices are in US dollars. Taxes that the law puts on top are added where it does.',
      ],
    },
    {
      id: 'payment',
      title: '6. When you pay',
      blocks: [
        `Nothing is charged when you book. After the ${FACTS.window} an invoice is made and your default card is charged through Stripe. By adding a card you allow us to charge it for promotions that ran.`,
        `If the card is declined you get a mail, and we try again on days ${FACTS.retries}. You can pay at any time with another card. While a promotion is unpaid no new one can be booked.`,
      ],
    },
    {
      id: 'cancelling',
      title: '7. Changing and cancelling',
      blocks: [
        `You may change, move or cancel a booking without cost until its newsletter closes, at ${FACTS.cutoff} on its date. After that it is on its way to readers and cannot be recalled.`,
        'We may cancel or leave out a promotion if the book or its price is not as booked, if it breaks the guidelines, or if the newsletter cannot be sent. Then nothing is charged, add-ons are released and a used discount is given back. A newsletter that could not go out by the next day’s closing time does not go out at all.',
      ],
    },
    {
      id: 'refunds',
      title: '8. Refunds',
      blocks: [
        'If clicks were counted wrongly, or the promotion did not run as booked through our fault (wrong book, wrong link, wrong category), we refund the charge, in part or in whole according to what went wrong. Write to {email} with the number of the promotion. Refunds go to the card that was charged, with an invoice of their own.',
        'Few sales are no reason for a refund: we bring readers to the page, and what happens there is between them and the book. Please write to us before you dispute a charge with your bank. It is quicker for both of us.',
      ],
    },
    {
      id: 'discounts-and-referrals',
      title: '9. Discounts, credit and referrals',
      blocks: [
        'Discount codes hold under the conditions shown with them, cannot be exchanged for money, and are given back if the promotion does not run. Credit is used up before your card is charged. The [referral program](/partners-referral-program) has its conditions on its page; rewards obtained by referring oneself, by spam or by false statements are withdrawn.',
      ],
    },
    {
      id: 'content',
      title: '10. Your content',
      blocks: [
        'Covers, descriptions, photographs and reviews stay yours. You allow us, without charge, to store, resize and show them on this site, in the newsletter and in its feeds, for as long as the book or review is listed here. You answer for having the rights to them.',
        'Tell us at {email} if something here infringes your rights: what it is, where it stands, and why it is yours. We look at it and take it down if you are right.',
      ],
    },
    {
      id: 'conduct',
      title: '11. What nobody may do',
      blocks: [
        {
          list: [
            'Click, or have others click, to change what somebody pays or how they rank.',
            'Write reviews for money, about oneself, or about rivals under another name.',
            'Collect data from the site in a way that burdens it, or get around its limits.',
            'Upload malicious files, or links that lead elsewhere than they say.',
            'Use the newsletter’s content to address its readers.',
          ],
        },
      ],
    },
    {
      id: 'liability',
      title: '12. What we answer for',
      blocks: [
        'We run the service with care, but cannot promise that it is never interrupted or that a promotion sells books. For damage caused on purpose or by gross negligence, for injury, and wherever the law says so, we answer without limit. Otherwise our liability for a promotion is limited to what was charged for it.',
      ],
    },
    {
      id: 'changes',
      title: '13. Changes and the rest',
      blocks: [
        'We may change these terms for future bookings. Partners are told by mail before a change takes effect; bookings already made keep the terms and prices they were made under. If one clause is void, the others stand. The law of the place where the operator of this site is established applies, and consumers keep the protection that the law of their own country gives them.',
      ],
    },
  ],
  related: [
    { to: paths.promotionRequirements(), label: 'Promotion requirements' },
    { to: paths.howWeCountClicks(), label: 'How we count clicks', text: 'Every rule, and its limits.' },
    { to: paths.partnershipGuidelines(), label: 'Partnership guidelines' },
    { to: paths.privacy(), label: 'Privacy' },
    { to: '/pricing', label: 'Pricing' },
  ],
};

export const TermsScreen = pageScreen(page);

import { REFERRAL, shareOf } from '#client/features/referrals/figures.ts';
import { paths } from '#shared/paths.ts';
import type { Article } from './article.ts';
import { FACTS } from './facts.ts';

/** Design 1-product, "Referral". */
export const page: Article = {
  path: paths.referralProgram(),
  title: 'Referral program for authors and publishers',
  description: `Send another author to Deckle: they get ${REFERRAL.welcome} off their first promotion, you get ${REFERRAL.reward} of what they pay for ${REFERRAL.period}. How it works, with examples.`,
  heading: 'The referral program',
  lead: `Authors listen to other authors, and to nobody else about marketing. If you send one to us, they get ${REFERRAL.welcome} toward their first promotion and you get ${REFERRAL.reward} of what they pay us for ${REFERRAL.period}.`,
  updated: '2026-11-21',
  sections: [
    {
      id: 'how',
      title: 'How it works',
      blocks: [
        {
          steps: [
            `Every partner account has a link of its own. It ends in your code, like this: *${REFERRAL.ending}*. Put it behind any page of this site.`,
            `Somebody follows it. Their browser remembers you for ${REFERRAL.memory}; if two partners sent the same person, the first one counts.`,
            `They make a partner account within that time and get **${REFERRAL.welcome} credit**, which is taken off their first promotion when it is billed.`,
            `For ${REFERRAL.period} from their sign-up, each time a promotion of theirs is paid, **${REFERRAL.reward}** of the invoice is written to your account.`,
            `After ${REFERRAL.pending} that amount becomes credit. Credit pays for your own promotions by itself, before your card is charged.`,
            `From ${REFERRAL.cashOut} on you may have it paid out instead: write to {email}, and our staff do it by hand.`,
          ],
        },
      ],
    },
    {
      id: 'example',
      title: 'An example in figures',
      blocks: [
        'Say you send three authors in March.',
        {
          table: {
            caption: 'What comes of it by the following March',
            head: ['Author', 'Promotions paid', 'They paid', 'You get'],
            rows: [
              ['Ruth, a series of four', '6, of $60, $52, $47, $60, $38, $55', '$312.00', shareOf(312_00)],
              ['Omar, one novel', `1, of $24.50 after his ${REFERRAL.welcome} credit`, '$24.50', shareOf(24_50)],
              ['Ilse, who signed up and never booked', '0', '$0.00', '$0.00'],
              ['Together', '7', '$336.50', shareOf(336_50)],
            ],
          },
        },
        'In the second year nothing is added, whatever they book. What you have earned does not expire.',
      ],
    },
    {
      id: 'conditions',
      title: 'Conditions',
      blocks: [
        {
          terms: [
            [
              'What counts',
              'Invoices for promotions that were really paid, after discounts and credit. Waived, written-off and unpaid ones bring nothing.',
            ],
            [
              'Refunds',
              `If an invoice is refunded, the share that came from it is taken back, also after the ${REFERRAL.pending}.`,
            ],
            [
              'Yourself',
              'You cannot refer yourself. When both accounts use the same card, the reward is held until somebody has looked at it.',
            ],
            [
              'How to tell people',
              'In your own words, to people who want to hear from you. No mass mail, no advertisements that pretend to be from Deckle, no coupon sites. Say that the link rewards you; in many places the law demands it.',
            ],
            ['Publishers', 'May take part like authors. Imprints of one house are not referrals.'],
            [
              'Changes',
              'We may end the program or change it for future referrals. What is already on its way to you stays yours.',
            ],
          ],
        },
      ],
    },
    {
      id: 'good-referrals',
      title: 'What makes a good referral',
      blocks: [
        'The authors who stay are those for whom the sum works: a series, or a few books that lead to each other, in a genre with many readers. If you are not sure, send them the guide to [running a promotion](/author-resources/running-successful-promotions-any-genre) in place of the front page, with your code at the end. It tells them honestly whether they are ready, and a person who books in three months’ time still counts as yours.',
        {
          label: 'A mail you might send',
          sample: `Ruth, you asked where my February spike came from. It was a newsletter called Deckle. You pay per click afterwards, ${FACTS.ceiling} at the very most, and they show you which clicks they threw out. With four books you would probably come out ahead. If you use this link you get ${REFERRAL.welcome} off the first one, and I get a share, so now you know: [your link]`,
        },
      ],
    },
    {
      id: 'links',
      title: 'Where the link can lead',
      blocks: [
        `Anywhere on this site, not only to the sign-up page. Add the code to the address of the page that will help the other person most: *${REFERRAL.ending}* at the end, before any # sign.`,
        {
          table: {
            caption: 'Good places to send people',
            head: ['They say', 'Send them to'],
            rows: [
              ['“What does it cost?”', '[Pricing](/pricing)'],
              ['“Would they take my book?”', '[Promotion requirements](/promotion-requirements)'],
              ['“I write romance.”', '[The romance guide](/author-resources/running-successful-promotions-romance)'],
              ['“How does it work?”', '[For authors and publishers](/partners)'],
            ],
          },
        },
      ],
    },
  ],
  related: [
    { to: paths.partnerSignUp(), label: 'Create a partner account', text: 'Your code comes with it.' },
    { to: paths.partnersLanding(), label: 'How Deckle works' },
    { to: paths.terms(), label: 'Terms and conditions' },
    { to: paths.socialMediaIcons(), label: 'Badges for your site' },
  ],
};

import { REFERRAL } from '#client/features/referrals/figures.ts';
import { paths } from '#shared/paths.ts';
import { pageScreen } from '../ArticlePage.tsx';
import type { Article } from '../article.ts';
import { FACTS } from '../facts.ts';

export const page: Article = {
  path: paths.privacy(),
  title: 'Privacy: what Deckle stores and for how long',
  description:
    'Exactly what is stored about readers, partners and visitors, why, for how long, which cookies there are, and how to export or erase your data.',
  heading: 'Privacy',
  lead: 'We keep what the service needs and can show you all of it. There is no advertising network here, no analytics company, no picture in our mails that reports when you open them.',
  updated: '2026-11-21',
  sections: [
    {
      id: 'in-short',
      title: 'In short',
      blocks: [
        {
          list: [
            'Readers give an email address and a list of genres. They can see, export and erase everything without a password, from a link in every mail.',
            'Partners (authors and publishers) give what is needed to run and invoice promotions. Card numbers go to Stripe and never touch our servers.',
            'Clicks in the newsletter are recorded, because authors pay by the click. IP addresses are kept only as salted hashes.',
            'Cookies only for people who sign in. Nothing is sold or lent to anybody.',
          ],
        },
        'Who is responsible: the people who run this site, at {email}. Write to that address with any question or request about your data.',
      ],
    },
    {
      id: 'readers',
      title: 'If you get the newsletter',
      blocks: [
        {
          table: {
            caption: 'What is stored about a reader',
            head: ['Data', 'Why', 'How long'],
            rows: [
              ['Email address', 'To send the newsletter', 'Until you erase it'],
              [
                'Genres, stores, country, price limit, free books only, daily or weekly, adult books yes or no',
                'So that the mail fits',
                'Until you change or erase it',
              ],
              [
                'Dates of sign-up, confirmation, pause and unsubscription, and the reason if you gave one',
                'To prove consent and respect your wish',
                'Until you erase it',
              ],
              ['A random identifier', 'It is the key in the link to your preferences', 'Until you erase it'],
              [
                'Which newsletters were sent to you, and whether your mail server took them',
                'To send each one once and to stop writing to dead addresses',
                'Until you erase it',
              ],
              [
                'Clicks on store links: deal, store, time, kind of program, salted hash of the IP address',
                'To bill authors for real clicks only',
                '400 days',
              ],
            ],
          },
        },
        'An address is used only after you confirm it through a link that is valid for seven days; if you never do, it is deleted after 30 days. When you unsubscribe, the mails stop at once; your preferences stay until you erase them, in case you come back.',
        'When you erase your data after you unsubscribed, or after a bounce or complaint, we keep one thing: a keyed hash of the address, from which the address cannot be read, so that nobody writes to you again. For 400 days we also keep such a hash of every unsubscribe and erasure, so that we can repeat it if we ever have to restore a backup.',
      ],
    },
    {
      id: 'partners',
      title: 'If you are an author or publisher',
      blocks: [
        {
          table: {
            caption: 'What is stored about a partner',
            head: ['Data', 'Why', 'Who sees it'],
            rows: [
              [
                'Sign-ins, wrong passwords, password resets and refused access, by the minute, with a keyed hash of the network; for 90 days',
                'To notice and trace attacks on accounts',
                'Administrators',
              ],
              [
                'Name, email, kind of partner, website, country, which mails you want, last sign-in',
                'The account',
                'You and our staff',
              ],
              ['Password, as a bcrypt hash', 'Signing in', 'Nobody; it cannot be read back'],
              ['Signed-in devices, as hashes of their keys, for 14 days', 'Staying signed in', 'Nobody'],
              ['Author profiles, books, deals', 'To show them to readers', 'Everybody'],
              [
                'Promotions, notes, messages with editors, and the history of each',
                'Review, and questions later',
                'You and our staff',
              ],
              [
                'Card brand, last four digits, expiry, Stripe’s reference',
                'To charge and to show which card it was',
                'You and our staff',
              ],
              [
                'Mails that the site sent you, and whether they were delivered',
                'To find out what went wrong when one is missing',
                'Our staff',
              ],
              ['Invoices, charges, refunds, declined charges', 'Bookkeeping, as the law asks', 'You and our staff'],
              [
                'Which partner sent you, and the campaign word in the link you first came by',
                'The referral program',
                'You and our staff',
              ],
              [
                'Reviews of promotion sites, and votes',
                'The directory',
                'Everybody sees reviews with your name; votes only as numbers',
              ],
            ],
          },
        },
        'Payments are handled by Stripe, which receives your card details directly from your browser and processes them under its own privacy policy. Its script is loaded on the pages where cards are entered and nowhere else.',
        'You can delete your account on the account page. Your name and address are removed from it and nobody can sign in any more. Invoices and the promotions they belong to are kept for as long as the law on bookkeeping demands.',
      ],
    },
    {
      id: 'visitors',
      title: 'If you only look around',
      blocks: [
        'Visiting a page leaves a line in the server’s log with the time, the path and the result, and a keyed hash of your network instead of your IP address. A click on a store link on this site is counted as above, without saying who you are. When something crashes in your browser, a report with the error’s text and the page is sent to us.',
        'The [writing tools](/ai/book-description-generator) use what you type to make suggestions. If this site is connected to a language model, your text is sent to its provider for that purpose; if not, the suggestions are labelled as offline and nothing leaves the server. We do not store your text. We keep the tool, the time, the size of the answer and a salted hash of your IP address, to enforce the limits.',
        'What you write through the contact form reaches us as mail and is kept with our correspondence.',
      ],
    },
    {
      id: 'cookies',
      title: 'Cookies and what the browser keeps',
      blocks: [
        {
          table: {
            caption: 'Everything that this site stores in a browser',
            head: ['Name', 'Where', 'Holds', 'How long'],
            rows: [
              ['partner', 'Cookie', 'Keys of a signed-in partner', '14 days, or until you log out'],
              ['user', 'Cookie', 'Keys of signed-in staff', '14 days, or until they log out'],
              [
                'partner_device and user_device',
                'Cookie',
                'That you signed in with this browser before, so that strangers who guess your password can’t lock you out',
                'One year',
              ],
              [
                'referrer_id',
                'Local storage',
                'Who sent you here, if the link said so',
                `${REFERRAL.memory}, or until you log out`,
              ],
              [
                'utm_source',
                'Local storage',
                'The campaign word of the first link',
                `${REFERRAL.memory}, or until you log out`,
              ],
              [
                'partner_promotions_search, partner_books_search, and the same with user_ for staff',
                'Local storage',
                'Your last search in these lists',
                'Until you log out',
              ],
            ],
          },
        },
        'All of it is needed for something you do, so there is no banner to click away. Fonts and scripts come from this server. Where cards are entered, Stripe sets cookies of its own against fraud.',
      ],
    },
    {
      id: 'others',
      title: 'Who else receives data',
      blocks: [
        {
          list: [
            '**Stripe,** for payments by partners.',
            '**A mail provider,** if this site uses one to deliver mail: addresses and messages.',
            '**A language-model provider,** only for the writing tools, as said above.',
            '**The host** of the server and the database.',
            '**Stores** learn of you only what any website learns when you follow a link to it. Our links tell them nothing about you and send no referrer.',
          ],
        },
        'Authors see numbers: clicks by hour and by store. They never see readers’ addresses or who clicked.',
      ],
    },
    {
      id: 'your-rights',
      title: 'See, correct, export, erase',
      blocks: [
        {
          terms: [
            [
              'Readers',
              'Every mail has a link to your preferences. There you can change them, pause, unsubscribe, download everything as a file, or erase it. Erasing removes your address and separates past clicks from you.',
            ],
            [
              'Partners',
              'Most of it you can see and change on your pages. [Your account](/partners/account) has a button that downloads everything as a file, and one that deletes the account. For anything that the pages do not let you do, write to {email} from the address of the account.',
            ],
            [
              'Everybody',
              'You may ask what we hold, have it corrected, object to its use, and complain to the data protection authority where you live.',
            ],
          ],
        },
        'Requests are free. We may ask you to write from the address concerned, so that nobody else gets your data.',
      ],
    },
    {
      id: 'safety',
      title: 'How it is protected',
      blocks: [
        'Passwords are hashed with bcrypt, session keys and one-time links are stored as hashes, and staff actions on records are written to a log that cannot be changed. Sign-in is slowed down after repeated failures; the counters hold hashes, not addresses. If data should ever get out in spite of it, we tell the people concerned what happened and what to do.',
        `When this page changes in substance, registered partners are told by mail before it takes effect. The click window of ${FACTS.window} and other conditions of promotions are in the [terms](/terms-and-conditions).`,
      ],
    },
  ],
  related: [
    { to: paths.terms(), label: 'Terms and conditions' },
    { to: '/contact', label: 'Contact' },
  ],
};

export const PrivacyScreen = pageScreen(page);

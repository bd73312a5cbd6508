import { paths } from '#shared/paths.ts';
import { guideScreen } from '../ArticlePage.tsx';
import type { Article } from '../article.ts';
import { FACTS } from '../facts.ts';

export const guide: Article = {
  path: paths.marketingGuide('guerilla-book-marketing'),
  title: 'Guerilla book marketing for under fifty dollars',
  description:
    'Twelve small, odd and legal ways to put a book in front of people, with what each costs, how to count it, and three rules that keep you welcome.',
  heading: 'Guerilla book marketing for under fifty dollars',
  lead: 'Guerilla marketing replaces money with nerve and exactness. A thousand leaflets are advertising. One note, left in the right library book, is a story that somebody tells at dinner.',
  updated: '2026-11-21',
  sections: [
    {
      id: 'three-rules',
      title: 'Three rules before any play',
      blocks: [
        {
          steps: [
            '**It must be a gift.** The person who comes upon it is better off, even if they never look you up: a laugh, a bookmark, a bench to read on, a story.',
            '**It must be yours to put there.** Ask the café, the librarian, the station master. Stickers on street signs are vandalism and bring you a bill. Slips pushed into shop stock make enemies of the people whom you need most.',
            '**It must point to one thing.** A short address or code that opens one page, which shows one book. If somebody has to search for your name, the play is over.',
          ],
        },
        'A fourth rule for cowards, among whom all writers count: do it with a friend. Plays are easier to begin with a witness.',
      ],
    },
    {
      id: 'place',
      title: 'Plays that use a place',
      blocks: [
        {
          terms: [
            [
              'The numbered walk ($12)',
              'If the book is set in a real town, make a walk of eight stops where things happen in it. Print a card with a map, leave it at the tourist office, and put a two-sentence scene at each stop on your site. Towns love being in books, and the office will ask for more cards.',
            ],
            [
              'The waiting-room chapter ($15)',
              'Print chapter one as a stapled booklet in a size for tired eyes. Ask dentists, barbers and garages whether they want five. It ends, of course, at the worst moment, with an address.',
            ],
            [
              'The library trail ($0)',
              'Librarians keep displays to fill. Offer a ready-made one: “If you liked these six, they were in the room when this was written.” Five are other people’s books that they already hold. The sixth is yours, and now they need a copy.',
            ],
            [
              'The pub sign ($20)',
              'Supply a puzzle for the quiz night: ten first lines, guess the book. Yours is the ninth. The prize is a signed copy and a round.',
            ],
          ],
        },
      ],
    },
    {
      id: 'object',
      title: 'Plays that use a thing',
      blocks: [
        {
          terms: [
            [
              'The lost letter ($18)',
              'For an epistolary or historical novel: print twenty letters from one character to another on decent paper, seal them, and give them to friends to leave, with permission, on café tables. On the back: “To find out whether she answered”, and an address.',
            ],
            [
              'The useful bookmark ($25 for 250)',
              'A ruler, a stitch guide, a table of poisons, the phases of the moon. Shops keep useful bookmarks on the counter and throw the merely pretty ones away.',
            ],
            [
              'The recipe card ($10)',
              'If anybody in your book eats something memorable, print how to make it. Bakeries put recipe cards beside the till. So do markets.',
            ],
            [
              'The wrong business card ($9)',
              'A card for your detective, your apothecary, your moving company that moves ghosts. People show absurd cards to each other. The phone number is a recorded message from the character, if you know how, and otherwise the address of the book.',
            ],
          ],
        },
      ],
    },
    {
      id: 'people',
      title: 'Plays that use other people’s work',
      blocks: [
        {
          terms: [
            [
              'The expert’s thank-you ($8 postage)',
              'Send a printed copy to every expert whose article helped you, with a flag on the page where they did. Specialists are seldom thanked in novels and tell their colleagues. Some review for journals you have never heard of, read by everyone you want.',
            ],
            [
              'The namesake ($0)',
              'Find twenty people who bear your heroine’s name and write: “I have borrowed your name and I owe you a book.” Half will think it a trick. The others will post a photograph.',
            ],
            [
              'The first-line jury ($0)',
              'Post two first lines and ask which opens the better book. Do it with your real alternatives, at the moment when you need to know. People buy what they had a hand in.',
            ],
            [
              'The complaint ($0)',
              'Keep the oddest one-star sentence about your book (“too much weather”) and put it on the T-shirt, the bookmark, the launch cake. Quote the words, never the person, and never answer the review itself.',
            ],
          ],
        },
      ],
    },
    {
      id: 'fifty-dollars',
      title: 'A whole campaign for $50',
      blocks: [
        'Say the novel is a mystery in a harbour town, ebook $4.99, and you have one free Saturday and four evenings.',
        {
          table: {
            caption: 'Where the fifty dollars go',
            head: ['Day', 'Play', 'Cost', 'Counted by'],
            rows: [
              ['Evening 1', 'One page on your site with an address short enough to shout', '$0', 'Visits'],
              ['Evening 2', 'Walk with eight stops written; 100 cards ordered', '$22', 'Visits to the walk page'],
              [
                'Saturday',
                'Cards to tourist office, two hotels, ferry kiosk; booklets to three barbers',
                '$15',
                'Visits, day by day',
              ],
              ['Evening 3', 'Quiz sheet for two pubs', '$5', 'Who turns up'],
              [
                'Evening 4',
                'Note to the local paper: “Walk the murder”, with a photograph you own',
                '$0',
                'Visits on the day it appears',
              ],
              ['Kept back', 'More cards where they ran out', '$8', ''],
            ],
          },
        },
        'Suppose this brings 180 visits in a month and one in ten buys: 18 copies at $3.45, or $62.10. It has paid for itself by twelve dollars, which is not a living. But the walk stays, the paper keeps its article on the web, and some of the eighteen live near a library that now has a reason to stock you. Guerilla plays are slow investments in disguise; if you need sales this week, they are the wrong tool.',
      ],
    },
    {
      id: 'with-a-price-cut',
      title: 'Joining it to a price promotion',
      blocks: [
        'The plays make a few people very curious. A price promotion makes many people slightly curious. Together they do better if the play comes *first*, so that when strangers arrive at the page they find signs of life: a local article, a photograph of a card, three reviews that mention the walk.',
        {
          steps: [
            'Weeks one and two: the play.',
            'Week three: gather what came of it and put one sentence of it into your description.',
            `Week four: 99 cents for five days and one genre newsletter. On Deckle, such a promotion costs what its clicks cost, and ${FACTS.ceiling} at most.`,
            'Week five: put the price back, thank the tourist office, order more cards if they ran out.',
          ],
        },
      ],
    },
    {
      id: 'not',
      title: 'What is not guerilla but only rude',
      blocks: [
        {
          list: [
            'Comments under other people’s posts that end in your link.',
            'Reviews of other books that mention your own.',
            'Accounts that pretend to be fans. They are found out, always by the person with most followers.',
            'Free copies under windscreen wipers.',
            'Fake news of any kind: missing persons, crimes, illness. Somebody has lost a real one.',
            'Hidden stacks in bookshops. Staff must remove them, and they know your name: it is on the cover.',
          ],
        },
        'The line is simple. If the person who finds it would be glad to learn that an author did it, go on. If you would rather they did not learn it, stop.',
      ],
    },
  ],
  related: [
    {
      to: paths.marketingGuide('book-promotion-ideas'),
      label: 'Book promotion ideas',
      text: 'Thirty-two that need less nerve.',
    },
    {
      to: paths.marketingGuide('social-media-book-marketing'),
      label: 'Social media book marketing',
      text: 'So that the play is seen by more than one street.',
    },
    { to: paths.socialMediaIcons(), label: 'Badges for your site', text: '“Featured on Deckle”, to download.' },
    {
      to: paths.aiTool('book-character-generator'),
      label: 'Book character generator',
      text: 'For the business card of somebody who does not exist.',
    },
  ],
};

export const GuerillaBookMarketingScreen = guideScreen(guide);

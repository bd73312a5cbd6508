import { paths } from '#shared/paths.ts';
import { guideScreen } from '../ArticlePage.tsx';
import type { Article } from '../article.ts';
import { FACTS } from '../facts.ts';

export const guide: Article = {
  path: paths.authorResource('running-successful-promotions-fantasy'),
  title: 'Running a successful fantasy promotion',
  description:
    'Why fantasy pays late and long: free first books, series length, covers by subgenre, blurbs without glossaries, price steps and the reading year.',
  heading: 'Running a successful fantasy promotion',
  lead: 'A fantasy reader who starts your first book is deciding whether to move house. It takes longer to persuade them and they stay for years. So a fantasy promotion should be judged in months, and priced as an invitation.',
  updated: '2026-11-21',
  sections: [
    {
      id: 'patience',
      title: 'Why the sum looks bad on day four',
      blocks: [
        'A thriller is read in two evenings, an epic fantasy in three weeks. If you sell fifty copies of book one on Monday, the sales of book two begin at the end of the month and those of book five in spring. Authors who compare cost and income after a week conclude that fantasy cannot be promoted; authors who look again after six months book the next date.',
        {
          table: {
            caption:
              'Supposed: five books, the first free; 400 clicks at 15 cents, which is exactly the ceiling; 130 downloads',
            head: ['After', 'Readers who reached', 'Royalties so far'],
            rows: [
              ['1 week', 'Book two: 2', '$6.90'],
              ['1 month', 'Book two: 9, book three: 4', '$44.85'],
              ['3 months', 'Book two: 16, three: 11, four: 6', '$113.85'],
              ['6 months', 'Book two: 20, three: 15, four: 12, five: 10', '$196.65'],
            ],
          },
        },
        'The table assumes $3.45 from each later book at $4.99, and that twenty of 130 downloads are ever read to the end and followed. Put your own figures in; the shape will be the same. It crosses ' +
          FACTS.ceiling +
          ' in the second month.',
      ],
    },
    {
      id: 'which-price',
      title: 'Free, 99 cents, or a box',
      blocks: [
        {
          terms: [
            [
              'First book free, always',
              'From four books on. The free first book becomes your shop window for years, and every promotion only reminds people of it. Deckle takes permanently free books like any other deal.',
            ],
            [
              'First book at 99 cents',
              'For two or three books, and for progression fantasy, whose readers are glad to pay if the series is long and the next one is dated.',
            ],
            [
              'The first three as a box at $2.99',
              'Length is a virtue here. “1,400 pages for three dollars” is a sentence that sells, and the royalty at $2.99 is several times that at 99 cents. Needs books four and following to go on to.',
            ],
            [
              'A prequel novella, free',
              'Tempting and usually wrong. It attracts people who like free novellas. Keep it for your mailing list.',
            ],
          ],
        },
        'Do not lower book three because it is new. A reader who has not read one and two cannot use it, and those who have would have paid.',
      ],
    },
    {
      id: 'rates',
      title: 'What a click costs',
      blocks: [
        {
          rates: ['fantasy', 'urban-fantasy', 'paranormal-romance', 'young-adult', 'science-fiction', 'horror'],
          caption: 'Today’s rates on the shelves that border on fantasy',
        },
        'Choose the shelf by what would be left if you took the magic away. A court and a war: Fantasy. A detective in a city: Urban Fantasy. Two people and a bite: Paranormal Romance. A school and a first love, told for seventeen-year-olds: Teen & Young Adult. Readers put up with a wrong shelf for one book and then leave the list.',
      ],
    },
    {
      id: 'covers',
      title: 'Covers by subgenre',
      blocks: [
        {
          table: {
            caption: 'What the shelves look like from across the room',
            head: ['Subgenre', 'Readers look for', 'They skip'],
            rows: [
              [
                'Epic',
                'A landscape or a figure seen small; large serif type; a number',
                'Photographed actors in cloaks',
              ],
              ['Romantic fantasy', 'Ornament, dagger and flower, jewel colors', 'Grim realism'],
              ['Urban', 'One figure, city light, hands that glow', 'Castles'],
              ['Cozy', 'Illustration, warm windows, an animal', 'Swords'],
              ['Progression and game-like', 'Action, bright color, levels in the subtitle', 'Understatement'],
              ['Grimdark', 'One object, grime, few colors', 'Anything pretty'],
            ],
          },
        },
        'In the newsletter the cover is as wide as two fingers. Dragons survive this; maps, runes and armies do not. And let the series show: five covers with one layout, the number in the same corner, tell a reader that the house has many rooms.',
      ],
    },
    {
      id: 'blurb',
      title: 'A blurb without a glossary',
      blocks: [
        'The commonest fault in fantasy blurbs is names. A reader can hold one new word, perhaps two. Count the capitals.',
        {
          label: 'Before: nine names to learn',
          sample:
            'When the Vael of Ithar is shattered by the Sundering of Kael-Dûn, young Ariath of House Morvane must seek the Seven Shards of Elun before the Nethril rise.',
        },
        {
          label: 'After: one',
          sample:
            'Ariath has been a thief, a cook and a bad liar. Now the magic that held back the sea has broken, and seven pieces of it are in the pockets of seven people she once robbed. Six of them want her dead. One has been waiting.',
        },
        'Say what kind of story it is within two sentences: quest, heist, school, war, court, road. Say what the magic costs, because that is what makes it interesting. Leave the prophecy for chapter four.',
        {
          note: 'Readers have been left in the lurch by series that stopped. “Complete series” or “five books out, the sixth in March” is one of the strongest half-lines you can put into a blurb, provided that it is true.',
          title: 'Is it finished?',
        },
      ],
    },
    {
      id: 'order',
      title: 'Several series, one world',
      blocks: [
        'If you have three trilogies in one world, do not promote them by inner chronology. Promote the one with the easiest door, usually the newest first book, since you write better now. Put the reading order on one page of your site and in the back of every book, with a sentence for people who began in the wrong place: there are more of them than of the others.',
        'Between the promotion of two first books leave ninety days. The lists overlap, and a reader in the middle of your first trilogy is no customer for the second yet.',
      ],
    },
    {
      id: 'year',
      title: 'The fantasy year',
      blocks: [
        {
          list: [
            '**The last week of December and the first of January:** the best. Long evenings, new devices, gift cards; box sets and free first books.',
            '**March to May:** steady, uncrowded, and the time to try a new cover or blurb.',
            '**June to August:** urban and cozy travel well; 900 pages do less so.',
            '**September and October:** back to long books; dark fantasy toward Halloween.',
            '**When a large adaptation starts on television:** readers come back to the genre for a month. You cannot plan it, but premiere dates are announced, and a booking can be moved for nothing until the cutoff.',
            '**The second half of November:** expensive everywhere and loud. Write.',
          ],
        },
      ],
    },
    {
      id: 'checklist',
      title: 'Before you book',
      blocks: [
        {
          checklist: [
            'At least two books are out, better four',
            'Book one ends with a door, not with a cliff and silence',
            'The blurb has one invented word at most',
            'The number in the series stands on the cover and in the store’s data',
            'Page count is filled in: long is an argument here',
            'Maps and appendices stand behind the story in the file',
            'The last page links to book two at each store',
            'I have a note in my calendar for six months from now: look at the sum again',
          ],
          title: 'Fantasy checklist',
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
      to: paths.authorResource('running-successful-promotions-romance'),
      label: 'Romance',
      text: 'If the love story would survive without the magic.',
    },
    {
      to: paths.marketingGuide('book-marketing-strategies'),
      label: 'Book marketing strategies',
      text: 'The series funnel, with its sum.',
    },
    { to: paths.aiTool('book-title-generator'), label: 'Book title generator', text: 'For book six.' },
  ],
};

export const RunningPromotionsFantasyScreen = guideScreen(guide);

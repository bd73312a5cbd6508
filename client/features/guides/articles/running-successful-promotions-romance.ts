import { paths } from '#shared/paths.ts';
import { guideScreen } from '../ArticlePage.tsx';
import type { Article } from '../article.ts';
import { FACTS } from '../facts.ts';

export const guide: Article = {
  path: paths.authorResource('running-successful-promotions-romance'),
  title: 'Running a successful romance promotion',
  description:
    'What romance readers expect of a deal: the happy ending, named tropes, honest heat, series order, covers, price points and the dates that matter.',
  heading: 'Running a successful romance promotion',
  lead: 'Nobody reads faster, knows the rules better or forgives a broken promise less. Romance readers will try a new author for a dollar on a Tuesday night, and by Thursday they will have read the other four. Or they will have told everybody about the ending.',
  updated: '2026-11-21',
  sections: [
    {
      id: 'contract',
      title: 'The contract',
      blocks: [
        'Two people, and at the end they are together and it looks as if it will last. If the lovers part, or one of them dies, it may be a great novel, but it is women’s fiction, literary or a tragedy, and it belongs in that category. Of all reasons why a promotion brings one-star reviews, this is the first.',
        'The second is heat. A reader who wanted closed doors and found open ones is as cross as the reader to whom it happened the other way round. Say it on the page, in the words readers use (“sweet”, “clean”, “steamy”), and let the cover agree: landscapes and illustrated couples are read as mild, bare torsos are not.',
        'Explicit books whose center is sex belong in Erotica, which only goes to adults who asked for it. Set the content rating of such a book to adult or mature: the booking form refuses adult books on the other shelves, and books for general readers on this one.',
      ],
    },
    {
      id: 'shelf',
      title: 'Which of the five shelves',
      blocks: [
        {
          terms: [
            [
              'Romance',
              'Contemporary: small town, workplace, sports, second chances. The widest list, and the one where an unclear cover drowns.',
            ],
            [
              'Historical Romance',
              'Regency above all, then Highlands, Victorian, western brides. Readers care about titles of nobility, forms of address and buttons. Get one wrong in the blurb and they will stop there.',
            ],
            [
              'Paranormal Romance',
              'Shifters, vampires, witches, fae. If the magic could be taken out, it is contemporary; if the love story could, it is [fantasy](/author-resources/running-successful-promotions-fantasy).',
            ],
            ['Romantic Suspense', 'Danger and desire in equal parts. The body in chapter one must not be funny.'],
            ['Erotica', 'For adults who chose it. Say in the blurb what kind it is; nobody here likes guessing.'],
          ],
        },
        {
          rates: ['romance', 'historical-romance', 'paranormal-romance', 'romantic-suspense', 'erotica'],
          caption: 'What a click costs today, by shelf',
        },
      ],
    },
    {
      id: 'price',
      title: 'Price: the ladder that works',
      blocks: [
        'Romance is bought by the armful, so prices are low and read-through is high. That makes 99 cents the normal promotional price and free a tool for long series.',
        {
          table: {
            caption: 'By what you have',
            head: ['Books', 'Deal', 'Full price of the rest'],
            rows: [
              ['Three linked stand-alones', 'First at $0.99', '$3.99'],
              ['Five or more in one town', 'First free, for good or for a week', '$3.99 to $4.99'],
              ['Finished trilogy', 'Box set at $0.99 for five days, or $2.99 for two weeks', '$3.99 each'],
              ['One novel, no series', '$0.99, with a sign-up for the epilogue', '–'],
            ],
          },
        },
        'A worked case. Five linked books, the first at 99 cents for five days. Suppose 150 clicks at 40 cents, which is exactly the ceiling, and one click in six buys: 25 copies. Of 25 readers suppose 12 buy the second, 11 the third, 10 the fourth and 10 the fifth, each leaving $2.75 of $3.99. That is 43 later sales, $118.25, and $8.75 from the first book: $127.00 against ' +
          FACTS.ceiling +
          '. Without the later books it would have been a loss of more than fifty dollars. In romance you do not promote a book; you promote a town.',
      ],
    },
    {
      id: 'order',
      title: 'Series order, and the sibling problem',
      blocks: [
        'Most romance series can be read in any order, since each book has its own couple. Still promote the first: readers like to watch the others marry. Promote a later one only if its trope is stronger and it spoils nothing, and then say “can be read alone” in the blurb.',
        'Number the books at the store. A series of brothers without numbers sells book two and nothing else, because nobody dares to guess. Put a family page in the front matter (“The Callahans: Rory, Declan, Maeve…”), with links; it is the most-tapped page in many romances.',
        'If the second couple is visible in book one, readers will ask for them. Two glances across a wedding table are worth more than a teaser chapter.',
      ],
    },
    {
      id: 'cover-and-blurb',
      title: 'Cover and blurb conventions',
      blocks: [
        {
          table: {
            caption: 'What a reader infers in one second',
            head: ['On the cover', 'They expect'],
            rows: [
              ['Illustrated couple, bright colors', 'Funny, contemporary, mild to medium'],
              ['Photographed embrace, evening light', 'Emotional, steamier'],
              ['Gown, bare shoulder, country house', 'Regency or Victorian'],
              ['Object on dark ground, metal type', 'Dark romance; warnings inside'],
              ['Moon, forest, glowing eyes', 'Paranormal, probably shifters'],
              ['Porch, lake, small dog', 'Small town, clean'],
            ],
          },
        },
        'The blurb names her, him (or her and her, or him and him), what keeps them apart, and the trope, so plainly that a reader could search for it.',
        {
          label: 'Weak',
          sample:
            'Emma’s life is turned upside down when a mysterious stranger walks into her bakery and her heart. Can she learn to love again?',
        },
        {
          label: 'Better',
          sample:
            'Emma needs a husband by Friday to keep the bakery. Jack needs somewhere to hide from his brothers’ wedding. It was meant to be a signature. Nobody had mentioned there was one bed, one oven and a town that bets on everything.',
        },
        'The second has marriage of convenience, forced proximity and small town in it without using the words. Both kinds of reader, those who search and those who scroll, are served.',
      ],
    },
    {
      id: 'year',
      title: 'The romance year',
      blocks: [
        {
          list: [
            '**First half of February.** Everyone promotes; clicks are plentiful and attention short. A strong trope in the blurb matters more than the price. Book by December.',
            '**Late April to June.** Weddings, beaches, second chances. Good weeks for the first of a contemporary series.',
            '**August.** Readers take a series on vacation. Box sets.',
            '**October.** Witches and vampires; paranormal only.',
            '**From the middle of November.** Christmas romances, and no others from you: a snowed-in novella sells every year for five weeks. Lower it in the last week of November and put it back by the 20th of December.',
            '**26 to 31 December.** The best days for a free first book. Devices are new and the house is full.',
          ],
        },
      ],
    },
    {
      id: 'before-you-book',
      title: 'Before you book',
      blocks: [
        {
          checklist: [
            'The ending keeps the contract',
            'Heat level is said in words and shown on the cover',
            'Trope recognizable in the first sentence',
            'Content notes where readers look for them, for dark or heavy themes',
            'Series name and number on the store page',
            'Family page with links in the front',
            'Last page leads to the next couple',
            'Price lowered at all stores two days early',
          ],
          title: 'Romance checklist',
        },
        `An author may have one book in a newsletter, and a book may come back after ${FACTS.repeat}. With two pen names in two subgenres you can keep a steady rhythm without tiring either list.`,
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
      to: paths.marketingGuide('list-of-keywords-for-books'),
      label: 'List of keywords for books',
      text: 'Tropes as readers type them.',
    },
    { to: paths.aiTool('pen-name-generator'), label: 'Pen name generator', text: 'For the second subgenre.' },
    { to: '/pricing', label: 'Pricing', text: 'All categories, with a calculator.' },
  ],
};

export const RunningPromotionsRomanceScreen = guideScreen(guide);

import { paths } from '#shared/paths.ts';
import { guideScreen } from '../ArticlePage.tsx';
import type { Article } from '../article.ts';
import { FACTS } from '../facts.ts';

export const guide: Article = {
  path: paths.marketingGuide('amazon-book-marketing'),
  title: 'Amazon book marketing for KDP authors',
  description:
    'What you control on Amazon and what you do not: the product page, royalties by price, Select or wide, keywords, categories, ads and price drops.',
  heading: 'Amazon book marketing: the parts you control',
  lead: 'Amazon decides what it recommends, and it does not tell anybody how. What it recommends, though, is made of things you set yourself. This guide keeps to those, and to rules that have been steady for years; the exact terms are on the KDP help pages and deserve ten minutes before you act on anything here.',
  updated: '2026-11-21',
  sections: [
    {
      id: 'page',
      title: 'The product page, from the top',
      blocks: [
        'A shopper arrives, usually on a phone, usually from a list of twenty covers. The page has a few seconds. Go down it as they do.',
        {
          terms: [
            [
              'Cover',
              'Judge it at thumbnail size in black and white. If title and genre survive that, it will do. If the subtitle has to be readable for the book to make sense, it will not.',
            ],
            [
              'Title, subtitle and series',
              'The series field joins your books into one series page and puts “Book 2 of 4” under the title. Spell the series the same way in every book. A subtitle may say what the book is (“A Wartime Family Saga”); it may not be stuffed with search terms.',
            ],
            [
              'Description',
              'The first lines show before “Read more”. Use short paragraphs and the bold that the editor allows, once. End with who should read it, not with praise.',
            ],
            [
              'Ratings',
              'Twenty honest ones change more than two hundred more do. How to get them fairly is in the guide to [review services](/marketing-guide/book-review-services).',
            ],
            [
              'From the author',
              'Author Central lets you claim your author page, write a biography and add editorial reviews. A+ Content adds pictures further down the page. Both are free; neither rescues a weak description.',
            ],
            [
              'Sample',
              'The first tenth or so of the file. Move the dedication, map and praise behind the story, or people sample your copyright page.',
            ],
          ],
        },
      ],
    },
    {
      id: 'royalties',
      title: 'Price and royalty in one table',
      blocks: [
        'KDP has two royalty plans. The 70% plan asks for a price between $2.99 and $9.99 and takes a delivery fee by file size; everything else earns 35%. Prices are therefore not a slope but a staircase.',
        {
          table: {
            caption: 'What one sale leaves you, before tax, with a delivery fee of six cents where it applies',
            head: ['Price', 'Plan', 'You get', 'Sales to earn $100'],
            rows: [
              ['$0.99', '35%', '$0.35', '286'],
              ['$1.99', '35%', '$0.70', '143'],
              ['$2.99', '70%', '$2.05', '49'],
              ['$3.99', '70%', '$2.75', '37'],
              ['$4.99', '70%', '$3.45', '29'],
              ['$9.99', '70%', '$6.95', '15'],
              ['$12.99', '35%', '$4.55', '22'],
            ],
          },
        },
        'Two lessons. From $1.99 to $2.99 the royalty triples, so $1.99 is a promotional price and not a place to live. And 99 cents is an advertisement that the reader pays for: do not judge it by its own income but by what the next book sells.',
        'A picture book or a heavily illustrated cookbook can lose much of the 70% to the delivery fee. Compress the images, or compare both plans in the KDP price page, which does the sum for you.',
      ],
    },
    {
      id: 'select',
      title: 'KDP Select or every store?',
      blocks: [
        'Enrolling an ebook in KDP Select puts it into Kindle Unlimited and pays for pages read. In return the digital edition may be sold nowhere else for the term of 90 days, which renews by itself unless you untick the box. Print is not affected.',
        {
          table: {
            caption: 'A fair way to choose',
            head: ['What to weigh', 'Select tends to suit', 'Wide tends to suit'],
            rows: [
              [
                'Genre',
                'Romance, thriller and fantasy series that are read in gulps',
                'Literary, historical, children’s and reference books',
              ],
              ['Speed', 'A book every few months', 'A book a year, and a long backlist'],
              [
                'Promotion',
                'Countdown deals and free days, inside Amazon',
                'Price cuts at all stores at once, library sales, direct sales',
              ],
              ['Risk', 'All of your income depends on one company', 'Slower start; five dashboards'],
            ],
          },
        },
        'The worst choice is to change every 90 days. Stores other than Amazon need many months before their recommendations find your readers. Decide for a year.',
        {
          note: 'Being exclusive to Amazon does not keep a book out of Deckle. One store link is enough, and readers who chose Amazon as their store see it.',
        },
      ],
    },
    {
      id: 'keywords',
      title: 'Keywords and categories',
      blocks: [
        'KDP gives you seven keyword boxes and three categories. Categories say on which shelves the book stands; keywords help search find it. They work best when they agree.',
        {
          steps: [
            'Type the start of a phrase into the store’s own search, set to Kindle books, and note what it offers. Those are real searches.',
            'Keep phrases for which the results look like your book. If the first page is full of coloring books, the phrase belongs to somebody else.',
            'Fill each box with a phrase, not a word: “small town second chance romance” works harder than “romance”.',
            'Do not repeat what is in the title, and never use another author’s name, a trademark, or words like “bestseller” and “free”. KDP’s rules forbid them.',
            'Choose the three narrowest categories in which an honest reader would look. Being tenth on a small shelf is seen by more of the right people than being 4,000th on a large one.',
          ],
        },
        'A worked list for several genres is in [keywords for books](/marketing-guide/list-of-keywords-for-books).',
      ],
    },
    {
      id: 'ads',
      title: 'Advertisements, with a stop',
      blocks: [
        'Amazon’s sponsored products charge by the click. You bid on searches or on other books’ pages. Begin small and with an end in sight.',
        'Suppose you set $5 a day for two weeks and bid 35 cents. That buys at most 200 clicks for $70. At $4.99 and $3.45 a sale you need 21 sales to get even from this book alone: about one sale in nine clicks. If the page has never done better than one in twenty, mend the page before you bid. If you have a series in which a new reader is worth $6, twelve sales are enough, and one in sixteen will do.',
        {
          list: [
            'Write down the break-even rate *before* the first day.',
            'Pause every target with 20 clicks and no sale.',
            'After two weeks keep the best three targets and close the rest.',
            'Never raise a budget in the same week as a price promotion: you will not know which of them worked.',
          ],
        },
      ],
    },
    {
      id: 'price-drop',
      title: 'Running a price drop that is really live',
      blocks: [
        'Most failed promotions fail on the price. There are three ways to lower it, and each has a clock.',
        {
          terms: [
            [
              'Changing the list price',
              'Open to everybody. It usually shows within a day but may take up to three, so do it two or three days early. Below $2.99 the royalty falls to 35%.',
            ],
            [
              'Kindle Countdown Deal',
              'For books in Select. You set start and end in advance, the old price stays visible, and the royalty plan of the normal price is kept. Only in the marketplaces that offer it, and only within certain dates of the 90-day term, so look early.',
            ],
            ['Free Book Promotion', 'For books in Select, up to five days in each term, to be used together or apart.'],
          ],
        },
        'Outside Select, a book cannot be set to $0.00. Authors who sell everywhere make it free at the other stores and report the lower price; Amazon may match it, or may not, and may stop at any time. Do not book a promotion for a free book before you have seen the zero on the page.',
        `Deckle’s newsletter closes at ${FACTS.cutoff}. Until then you can move or cancel a booking whose price has not come down, and nothing is charged.`,
      ],
    },
    {
      id: 'myths',
      title: 'Four things not to do',
      blocks: [
        {
          list: [
            '**Do not pay for reviews,** swap them with other authors, or ask relatives. Amazon removes them and can close accounts.',
            '**Do not chase the orange tag.** Being first for an hour in a category of sixty books sells nothing and convinces nobody.',
            '**Do not unpublish and republish** to look new. You lose the ratings and keep the problem.',
            '**Do not send a thousand people who will not buy.** A page that many see and few buy from tells every recommendation system that the book disappoints. Better two hundred readers of your genre than ten thousand of any.',
          ],
        },
      ],
    },
  ],
  related: [
    {
      to: paths.marketingGuide('list-of-keywords-for-books'),
      label: 'List of keywords for books',
      text: 'Phrases by genre, and how to find your own.',
    },
    {
      to: paths.marketingGuide('book-review-services'),
      label: 'Book review services',
      text: 'What is allowed, and what it brings.',
    },
    {
      to: paths.aiTool('book-description-generator'),
      label: 'Book description generator',
      text: 'Several openings to choose from.',
    },
    { to: paths.promotionRequirements(), label: 'Promotion requirements', text: 'What Deckle’s editors check.' },
  ],
};

export const AmazonBookMarketingScreen = guideScreen(guide);

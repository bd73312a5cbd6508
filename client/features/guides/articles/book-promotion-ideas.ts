import { paths } from '#shared/paths.ts';
import { guideScreen } from '../ArticlePage.tsx';
import type { Article } from '../article.ts';
import { FACTS } from '../facts.ts';

export const guide: Article = {
  path: paths.marketingGuide('book-promotion-ideas'),
  title: 'Thirty-two book promotion ideas by cost and time',
  description:
    'Ideas for promoting a book in ten minutes, an afternoon, a weekend or a season, each with what it takes, what it brings and the mistake to avoid.',
  heading: 'Thirty-two book promotion ideas, sorted by how much time you have',
  lead: 'Ideas are cheap; evenings are not. These are sorted by how long they take. Pick one from the first list today, one from the second this week, and leave the rest alone until those are done.',
  updated: '2026-11-21',
  sections: [
    {
      id: 'ten-minutes',
      title: 'Ten minutes each',
      blocks: [
        {
          steps: [
            '**Put the book into your e-mail signature.** Title, one line, one link. You write more mail than posts.',
            '**Link book one to book two** on the last page of the file and upload it again.',
            '**Answer a review’s question** on your own site, not under the review. Never argue with a reader where they shop.',
            '**Follow five authors of your kind** and recommend the one you liked best to your readers. Expect nothing back; half will notice.',
            '**Ask your library** whether it can order the ebook. Most have a form on their site. Ask a friend in another town to do the same.',
            '**Change your profile link** on every network to the page of the book that leads to the others.',
            '**Send one reader a thank-you** who wrote to you last year, and tell them when the next book comes.',
            '**Record the first page** with your phone in a quiet room and post it. Not the whole chapter: one page, ninety seconds.',
          ],
        },
      ],
    },
    {
      id: 'afternoon',
      title: 'An afternoon',
      blocks: [
        {
          steps: [
            '**Rewrite the first three lines of your description,** five ways. Ask six people which book they would open. Use the winner for a month.',
            '**Make a page for book clubs:** ten questions, a recipe or a playlist, and an offer to join by video for the last half-hour.',
            '**Swap newsletters** with one author whose readers would like you. Exchange covers and one paragraph each, agree on a date, and send the numbers to each other afterwards.',
            '**Write the “books like mine” post:** five titles you love from your genre, honestly described, yours sixth. People search for exactly this.',
            '**Draw a map, a family tree or a cast list** and offer it to download. It goes round among fans, with your name in the corner.',
            `**Book a price promotion** a month ahead. With Deckle it takes a quarter of an hour: date, price, two alternates. You pay for clicks, at most ${FACTS.ceiling}, and nothing until it has run.`,
            '**Prepare three review quotes** as plain pictures: one sentence, cover, no fireworks.',
            '**Sort your keywords:** type the beginnings of phrases into the store’s search and replace the boxes that bring nothing.',
          ],
        },
        {
          note: 'Out of these eight, the description is the one that nearly always pays, because every later idea sends people to it.',
          title: 'If you do only one',
        },
      ],
    },
    {
      id: 'weekend',
      title: 'A weekend',
      blocks: [
        {
          steps: [
            '**Write a reader gift:** a story of 5,000 words from before chapter one. It gives people a reason to join your list and keeps working for years.',
            '**Make book one free for five days** and tell two free-book newsletters, two days apart. Book two stays at full price.',
            '**Turn the research into an article** for a magazine or blog that readers of the subject already follow. Gasworks, beekeeping, Byzantine shipping: there is a society for it and its editor needs copy.',
            '**Make a box set** of the first three books, with its own cover and a price a little under two of them. It is a new product to promote, out of finished work.',
            '**Record an interview with yourself** answering the seven questions you are always asked. Cut it into seven clips. You are now set for two months.',
            '**Visit six bookshops** with a one-page sheet: cover, price, discount and returns terms, who asks for such books, your phone number. Buy something. Leave after three minutes.',
            '**Build a one-page site** if you have none: cover, three lines, store links, sign-up. Everything else is optional for ever.',
            '**Ask ten early readers for a video of ten seconds:** “I stayed up until two for this.” Put them one after another.',
          ],
        },
      ],
    },
    {
      id: 'season',
      title: 'A season',
      blocks: [
        {
          steps: [
            '**Go on six small podcasts** rather than waiting for a big one. Offer each a subject, not a book: “how poisoners were caught before forensics”.',
            '**Run an anthology with seven other authors.** Each brings a story and a list; the book is free; the lists all meet each other.',
            '**Give a talk at five libraries.** Ask for the mailing list sheet at the door and for the book on a table by the exit.',
            '**Serialise a novella** in your newsletter, one part a month, then publish it for people who cannot wait.',
            '**Start a yearly event** with a silly name and a fixed date. The third time, people plan for it.',
            '**Have the book read aloud.** An audio edition is a second product, reaches people who never buy ebooks, and gives you clips to post.',
            '**Translate one book** into one language, with a translator who reads the genre, and only if somebody can answer that market’s mail.',
            '**Write the next one.** It is on this list because nothing above sells as many copies of book one as book two does.',
          ],
        },
      ],
    },
    {
      id: 'calendar',
      title: 'Dates to hang an idea on',
      blocks: [
        'A reason to post is half of the post. Use the calendar, and arrive a week before everyone else.',
        {
          table: {
            caption: 'Through the year',
            head: ['When', 'What readers are doing', 'Suits'],
            rows: [
              [
                'First week of January',
                'New devices, new resolutions, gift cards',
                'First books of series; self-help; long fantasies',
              ],
              ['Early February', 'Valentine’s Day', 'Romance of all kinds, and anthologies of it'],
              ['March to April', 'World Book Day, school vacations', 'Children’s and young adult'],
              ['Late May to August', 'Packing for journeys', 'Thrillers, women’s fiction, box sets'],
              ['September', 'Back to routine', 'Business, learning, quieter literary novels'],
              ['October', 'Long evenings, Halloween', 'Horror, mystery, paranormal'],
              ['November', 'Lists and bargains; crowded', 'Gift books in print; for ebooks the most expensive weeks'],
              ['26 to 31 December', 'Idle days, full e-readers', 'Nearly anything cheap and long'],
            ],
          },
        },
      ],
    },
    {
      id: 'test',
      title: 'How to know whether an idea worked',
      blocks: [
        'Give each idea its own link, so that visits can be told apart: most site tools and some stores let you add a tag to an address. Write down the sales of the seven days before and the fourteen after. If the difference is smaller than an ordinary week’s ups and downs, the honest entry is “cannot tell”. Three of those, and the idea was entertainment.',
        'Some ideas are allowed to be entertainment. Readings with six people and a dog keep authors alive. Just do not enter them under marketing.',
      ],
    },
  ],
  related: [
    {
      to: paths.marketingGuide('guerilla-book-marketing'),
      label: 'Guerilla book marketing',
      text: 'Odder ideas for fifty dollars or less.',
    },
    {
      to: paths.marketingGuide('social-media-book-marketing'),
      label: 'Social media book marketing',
      text: 'What to do with the clips.',
    },
    { to: paths.aiTool('book-plot-generator'), label: 'Book plot generator', text: 'A start for the reader gift.' },
    { to: paths.partnersLanding(), label: 'How Deckle works', text: 'The booking of a price promotion, in detail.' },
  ],
};

export const BookPromotionIdeasScreen = guideScreen(guide);

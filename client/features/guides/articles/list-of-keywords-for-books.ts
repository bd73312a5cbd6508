import { paths } from '#shared/paths.ts';
import { guideScreen } from '../ArticlePage.tsx';
import type { Article } from '../article.ts';

export const guide: Article = {
  path: paths.marketingGuide('list-of-keywords-for-books'),
  title: 'A list of keywords for books, by genre',
  description:
    'More than 130 keyword phrases for sixteen genres and subjects, a way to find your own in forty minutes, and all seven boxes of one book filled.',
  heading: 'A list of keywords for books, and how to find your own',
  lead: 'A keyword is the half-sentence a reader types when she knows what she wants but not what it is called. The lists below are starting points to test, not lists to copy: a phrase is yours only if the books it finds look like your book.',
  updated: '2026-11-21',
  sections: [
    {
      id: 'kinds',
      title: 'Six kinds of phrase',
      blocks: [
        'Readers search with surprisingly few ingredients. Good phrases combine two or three of them.',
        {
          table: {
            caption: 'What phrases are made of',
            head: ['Ingredient', 'Examples'],
            rows: [
              ['Setting', 'small town, Victorian London, generation ship, Scottish Highlands, boarding school'],
              ['Person', 'female detective, single dad, reluctant king, retired spy, beekeeper'],
              ['Situation', 'marriage of convenience, locked room, first contact, missing child, found family'],
              ['Tone', 'clean and wholesome, dark, funny, slow burn, fast paced, uplifting'],
              ['Form', 'box set, short stories, novella, complete series, large print'],
              ['Reader', 'for beginners, for ten year olds, for book clubs, for women over fifty'],
            ],
          },
        },
        'One ingredient alone is too wide (“romance”), four are too narrow (“slow burn beekeeper romance Highlands box set” is typed by nobody). Two or three is where the searches are.',
      ],
    },
    {
      id: 'fiction',
      title: 'Phrases for fiction',
      blocks: [
        {
          table: {
            caption: 'To test in the store’s own search',
            head: ['Genre', 'Phrases'],
            rows: [
              [
                'Contemporary romance',
                'small town second chance · enemies to lovers workplace · grumpy sunshine · fake engagement · single dad nanny · friends to lovers slow burn · forced proximity snowed in · later in life love story · brother’s best friend · sweet clean romance',
              ],
              [
                'Historical romance',
                'regency marriage of convenience · wallflower and duke · highlander captive bride · victorian governess · mail order bride western · scandal and the spinster · gilded age heiress · medieval knight · clean regency · bluestocking heroine',
              ],
              [
                'Paranormal romance',
                'fated mates wolf shifter · vampire court intrigue · reluctant alpha · witch and demon enemies · dragon shifter series · psychic heroine · rejected mate second chance · fae bargain',
              ],
              [
                'Mystery',
                'amateur sleuth small town · female private detective series · locked room whodunit · british village murder · police procedural Scotland · cold case detective · historical mystery 1920s · librarian sleuth · retired detective · clean mystery series',
              ],
              [
                'Cosy mystery',
                'bakery cozy with recipes · cat cozy mystery · bookshop mystery series · paranormal cozy witch · knitting club mystery · garden murder · cozy mystery with older heroine · seaside village cozy · tea shop sleuth',
              ],
              [
                'Thriller',
                'psychological thriller unreliable narrator · missing child domestic suspense · ex special forces vigilante · serial killer profiler series · legal thriller courtroom · conspiracy political thriller · cyber crime hacker · wilderness survival · medical suspense · spy novels cold war',
              ],
              [
                'Fantasy',
                'epic fantasy magic school · found family quest · assassin heroine · dragon riders · portal fantasy adult · dark lord redemption · cozy fantasy low stakes · court intrigue fae · progression fantasy · magic system hard',
              ],
              [
                'Science fiction',
                'first contact hard science · space opera crew · military sci fi marines · colony ship survival · post apocalyptic family · time travel historical · ai consciousness · galactic empire rebellion · dystopian resistance · cyberpunk detective',
              ],
              [
                'Historical fiction',
                'world war two resistance women · dual timeline family secret · victorian gothic · tudor court · roman empire military · irish emigrant saga · 1920s paris · wartime nurses saga · ancient egypt · biographical novel',
              ],
              [
                'Horror',
                'haunted house slow burn · folk horror village · small town evil · cosmic horror · possession priest · survival horror arctic · gothic horror women · creature feature · quiet horror literary',
              ],
              [
                'Literary and women’s fiction',
                'sisters estranged reunion · starting over after divorce · immigrant family novel · coming of age 1980s · grief and healing · small town secrets book club · mother daughter relationship · midlife reinvention · campus novel',
              ],
              [
                'Children and young adult',
                'early chapter books funny · bedtime stories animals · middle grade fantasy adventure · middle grade mystery club · ya fantasy romance clean · ya dystopian · reluctant readers boys · stem girls · first day of school',
              ],
            ],
          },
        },
      ],
    },
    {
      id: 'non-fiction',
      title: 'Phrases for non-fiction',
      blocks: [
        'Here people type problems. Lead with the problem, add the person.',
        {
          table: {
            caption: 'Problem plus person',
            head: ['Subject', 'Phrases'],
            rows: [
              [
                'Cooking',
                'air fryer for two · sourdough for beginners · thirty minute vegetarian dinners · low sodium family meals · canning and preserving · slow cooker college',
              ],
              [
                'Self-help',
                'anxiety workbook · boundaries in relationships · adhd organization adults · habits that stick · confidence for introverts · decluttering family home',
              ],
              [
                'Business and money',
                'budgeting for couples · freelance pricing · first time manager · index fund investing beginners · bookkeeping small business · public speaking fear',
              ],
              [
                'Biography and history',
                'women spies world war two · polar exploration · true story survival · railway history · presidents lesser known · memoir growing up rural',
              ],
            ],
          },
        },
      ],
    },
    {
      id: 'method',
      title: 'Find your own in forty minutes',
      blocks: [
        {
          steps: [
            '**Five minutes.** Write twenty phrases without looking anything up: what is the book, for whom, where, with what twist.',
            '**Ten minutes.** Read the reviews of three comparable books. Copy the words that readers use and you would not: “unputdownable” is no use, “made me want to move to a lighthouse” is.',
            '**Fifteen minutes.** In a private browser window, with the store’s search set to ebooks, type the beginning of each phrase, letter by letter. Note what the store completes. It completes what people ask for.',
            '**Five minutes.** Open the first page of results for the best fifteen. Strike out every phrase where your cover would look lost.',
            '**Five minutes.** Sort the rest by two marks: how well the results fit, and how old or weak the lowest of the first twenty is. Good fit and weak competition comes first.',
          ],
        },
        {
          note: 'Completion shows that people search, not how many. Do not pay for a figure to two decimal places; nobody outside the stores has it.',
          title: 'On volumes',
        },
      ],
    },
    {
      id: 'example',
      title: 'Seven boxes, filled',
      blocks: [
        'The book: *Low Water*, a mystery. A retired harbour pilot and her granddaughter look into a drowning in a Cornish village. No gore, a dog, some tide tables, third of a series.',
        {
          table: {
            caption: 'Not a word of it repeats the title, which reads “Low Water: A Cornish Harbour Mystery”',
            head: ['Box', 'Phrase', 'Why'],
            rows: [
              ['1', 'british village murder amateur sleuth', 'What it is, in the words of those who want it'],
              ['2', 'older heroine cozy series', 'The reader looks for somebody her age'],
              ['3', 'grandmother granddaughter detective', 'Rare, exact, and loved in the reviews'],
              ['4', 'seaside clean crime no gore', 'Tone, for the reader who was burned once'],
              ['5', 'sailing boats tides suspense', 'The second interest: people who sail also read'],
              ['6', 'uk small town secrets', 'Where the shelf overlaps with family drama'],
              ['7', 'whodunit with dog', 'Because they really do type it'],
            ],
          },
        },
        '“Cornish”, “harbour” and “mystery” already stand in the subtitle, so repeating them in the boxes would waste room. The series field, the subtitle, the categories and the boxes together form one net; each knot is needed once.',
      ],
    },
    {
      id: 'rules',
      title: 'What must not stand in a box',
      blocks: [
        {
          list: [
            'Names of other authors, their books, their heroes, their worlds.',
            'Trademarks, store names, programs such as Kindle Unlimited.',
            'Claims: bestselling, award-winning, best, new, free, on sale.',
            'Anything untrue. A phrase that brings the wrong reader brings a low rating.',
            'Quotation marks and commas to chain words; a box holds one phrase in plain words.',
          ],
        },
        'Stores reject books over some of these and quietly ignore the others. Look the list up at each store when you publish: the wording changes, the spirit does not.',
      ],
    },
    {
      id: 'elsewhere',
      title: 'The same words, used elsewhere',
      blocks: [
        'Once you own seven good phrases, they are worth more than seven boxes. Put the two strongest into the description where a person would say them. Use them as the headings of posts. Give them to the designer: “older heroine, seaside, no gore” is a cover brief. And when you book a promotion, let them decide the category: readers choose newsletters by the same words.',
        {
          checklist: [
            'Each phrase has two or three ingredients',
            'Each was completed by the store’s search',
            'Each finds books that look like mine',
            'No word repeats the title, subtitle or series',
            'No name, trademark or claim',
            'A date in the calendar, six months from now, to test them again',
          ],
          title: 'Before you save',
        },
      ],
    },
  ],
  related: [
    {
      to: paths.marketingGuide('amazon-book-marketing'),
      label: 'Amazon book marketing',
      text: 'Where the boxes are, and what else stands on the page.',
    },
    {
      to: paths.aiTool('book-description-generator'),
      label: 'Book description generator',
      text: 'Put your two best phrases in.',
    },
    {
      to: paths.aiTool('book-title-generator'),
      label: 'Book title generator',
      text: 'Titles and subtitles that say what the book is.',
    },
    { to: '/pricing', label: 'Pricing', text: 'All categories of the newsletter.' },
  ],
};

export const ListOfKeywordsForBooksScreen = guideScreen(guide);

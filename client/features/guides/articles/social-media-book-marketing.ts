import { paths } from '#shared/paths.ts';
import { guideScreen } from '../ArticlePage.tsx';
import type { Article } from '../article.ts';
import { FACTS } from '../facts.ts';

export const guide: Article = {
  path: paths.marketingGuide('social-media-book-marketing'),
  title: 'Social media book marketing in three hours a week',
  description:
    'Choose one network, post four kinds of things, and count what matters: a weekly timetable, twelve post templates and a month planned out.',
  heading: 'Social media book marketing in three hours a week',
  lead: 'The networks change every year and the work does not: be recognizable, be useful or funny to one sort of reader, and now and then say that there is a book. This guide names no feature that may be gone by spring.',
  updated: '2026-11-21',
  sections: [
    {
      id: 'one',
      title: 'One network, chosen by two questions',
      blocks: [
        'First: *where do the readers of your three comparable books talk about them?* Search the titles on each network and see where strangers, not publishers, answer each other. Second: *what can you make without hating it?* Then take the overlap.',
        {
          table: {
            caption: 'What each form asks of you',
            head: ['Form', 'You must like', 'An hour makes', 'Lives for'],
            rows: [
              ['Short video', 'Your own face or hands, and doing it again', '2 clips', 'Weeks, sometimes years'],
              ['Pictures', 'Light, objects, shelves', '4 posts', 'Days'],
              ['Short text', 'Conversation, quick answers', '10 posts', 'Hours'],
              ['Groups and forums', 'Listening; other people’s books', '6 good answers', 'Years, in search'],
              ['Long video or audio', 'Talking about one thing for half an hour', 'A fifth of an episode', 'Years'],
            ],
          },
        },
        'On every other network claim your name, put up a picture and one line that says where you really are, and never open it again. An empty account harms nobody. A neglected one looks like a shop with the lights off.',
      ],
    },
    {
      id: 'four-kinds',
      title: 'Four kinds of post, in the proportion 4 : 3 : 2 : 1',
      blocks: [
        {
          terms: [
            [
              'Four for the genre',
              'Other people’s books, the trope you love, the one you cannot stand, the film that got it wrong. This is why strangers follow you.',
            ],
            [
              'Three from the workshop',
              'Research, crossed-out pages, the map, the name you changed, the cat on the manuscript. This is why they stay.',
            ],
            [
              'Two questions',
              'Real ones, which you want answered: which of these first lines, what did you read on vacation, who should have married whom. This is why they feel at home.',
            ],
            ['One for the book', 'A link, a price, a date. Because of the other nine, nobody minds.'],
          ],
        },
        'Ten posts make a fortnight. If you find yourself at three for the book, you are not marketing more; you are being read less.',
      ],
    },
    {
      id: 'timetable',
      title: 'Three hours, on fixed days',
      blocks: [
        {
          table: {
            caption: 'A week',
            head: ['When', 'Minutes', 'What'],
            rows: [
              ['Sunday', '75', 'Make five posts at one sitting; schedule them'],
              ['Monday to Friday', '15 a day', 'Answer everyone; comment on three posts of others, in whole sentences'],
              ['Friday', '15', 'Look at what was saved and shared; note one thing'],
              ['Saturday', '15', 'Nothing, or read'],
            ],
          },
        },
        'Making and answering are different moods. Mixing them is how an hour becomes an evening. Set a clock for the fifteen minutes, and take the application off the phone on which you write.',
      ],
    },
    {
      id: 'templates',
      title: 'Twelve posts you can write today',
      blocks: [
        {
          steps: [
            'Three books for people who loved ___, and one for people who could not finish it.',
            'The sentence I was proudest of, and what the editor wrote beside it.',
            'I spent two days finding out whether ___ was possible in 1891. It was. Here is how.',
            'My heroine’s bag, emptied on the table.',
            'Unpopular opinion: the second book in a trilogy should ___.',
            'First line, version one. First line, version nine.',
            'What I thought the book was about, and what readers say it is about.',
            'A reader asked why ___. The honest answer.',
            'Ten seconds of the place where chapter six happens.',
            'Which cover would you have picked up? (Both were real.)',
            'A word I learned this week that nobody needs.',
            'Until Sunday it is 99 cents. If you have been waiting, this is what you have been waiting for.',
          ],
        },
        {
          note: 'In video, say the interesting thing in the first two seconds and who you are never. “I spent two days poisoning a fictional bishop” will hold more people than “Hi everyone, so today I want to talk about research”.',
          title: 'On beginnings',
        },
      ],
    },
    {
      id: 'month',
      title: 'The month of a promotion, planned',
      blocks: [
        'Say book one goes to 99 cents from the 17th to the 21st.',
        {
          table: {
            caption: 'What to post around a price cut',
            head: ['Days', 'Post', 'Kind'],
            rows: [
              [
                '1–10',
                'Genre and workshop as always; one question whose answer is in book one',
                'Genre, workshop, question',
              ],
              ['11–14', 'A scene from book one, read aloud or shown, without a link', 'Workshop'],
              ['16', '“Tomorrow something I like will cost less than coffee.”', 'Question'],
              ['17', 'The price, the link, what it is in one line, until when', 'Book'],
              ['19', 'A reader’s sentence about it, link in the first reply', 'Book'],
              ['21', 'Last day; then silence about it', 'Book'],
              ['22–30', 'Thanks; what people wrote; back to the genre', 'Genre'],
            ],
          },
        },
        `Social posts reach people who know you; a newsletter reaches people who do not. Run both in the same days and put the newsletter first. With Deckle you choose the date up to ${FACTS.daysAhead} ahead, so the posts can be scheduled around it, and the results page shows clicks by hour. If Thursday’s clicks have a second hump at eight in the evening, that is your post.`,
      ],
    },
    {
      id: 'link',
      title: 'One link, one page',
      blocks: [
        'Networks show links grudgingly, so give them one that never changes: a page of your own with the current book at the top, one button for each store, and the mailing list below. Change the page, not the link. Leave out carousels, pop-ups and the seven other books. On a phone the first button must be visible without scrolling.',
        'Every quarter ask whether the people on that page leave an address. Followers belong to the network. Addresses, given freely, are yours.',
      ],
    },
    {
      id: 'count',
      title: 'What to count',
      blocks: [
        {
          list: [
            '**Saves and shares.** Somebody wanted it later, or for a friend. Do more of that.',
            '**Answers from people you do not know.** Ten a week is a living account.',
            '**Visits to the one page,** on ordinary days and on promotion days.',
            '**New addresses** on the list.',
          ],
        },
        'Do not count followers or views. They rise when something odd happens and say nothing about readers. After three months look at the four figures; if none has grown, change the form of post, and after six, the network.',
      ],
    },
    {
      id: 'manners',
      title: 'Manners, and your own peace',
      blocks: [
        {
          checklist: [
            'Pictures and music are mine, or I may use them',
            'Gifted books and paid posts are marked as such',
            'I never argue about a review in public',
            'I post nothing about other people’s children, clients or patients',
            'Drafts written in anger wait until morning',
            'I know how to block, and do it without a speech',
            'The account has two-step sign-in, and somebody I trust knows where the recovery codes are',
          ],
          title: 'House rules to sign',
        },
        'If after half a year you dread it, stop. Many authors who sell well are on no network at all. They have a list, a series and a bus ride’s worth of patience.',
      ],
    },
  ],
  related: [
    {
      to: paths.marketingGuide('book-promotion-ideas'),
      label: 'Book promotion ideas',
      text: 'Material for the workshop posts.',
    },
    { to: paths.socialMediaIcons(), label: 'Badges for your site', text: 'For the one page.' },
    {
      to: paths.authorResource('running-successful-promotions-any-genre'),
      label: 'Running a successful promotion',
      text: 'What the posts accompany.',
    },
    {
      to: paths.aiTool('book-character-generator'),
      label: 'Book character generator',
      text: 'Something to argue about with your followers.',
    },
  ],
};

export const SocialMediaBookMarketingScreen = guideScreen(guide);

/** Wording rules, spelling, and visible strings, checked with made-up files. */
import { beforeAll, describe, expect, it } from 'vitest';
import { isWithin, loadDictionary, stringsIn, violationsIn } from './language.ts';
import { RULES } from './language-table.ts';

let isWord: (word: string) => boolean;
beforeAll(async () => {
  isWord = await loadDictionary();
});

/** Violations as 'path:line rule: message'. */
const violationsOf = (path: string, source: string) =>
  violationsIn(path, source, isWord).map(({ line, rule, message }) => `${path}:${line} ${rule}: ${message}`);
const rulesOf = (path: string, source: string) => violationsIn(path, source, isWord).map(({ rule }) => rule);

const EXAMPLES: Record<string, [path: string, source: string]> = {
  'doc comment': ['server/a.ts', '/** What the caller may do. */'],
  mail: ['server/a.ts', '// Sends a mail to each partner.'],
  'e-mail': ['server/a.ts', 'const a = "Please enter your e-mail address";'],
  ebook: ['A.md', 'Add the e-book first.'],
  anew: ['A.md', 'Load the page anew.'],
  'by itself': ['server/a.ts', '// Closes by itself.'],
  somebody: ['server/a.ts', '// Waits until somebody answers.'],
  meanwhile: ['server/a.ts', 'const a = `Someone changed it\\nmeanwhile`;'],
  'of ours': ['server/a.ts', '// A card of theirs.'],
  mend: ['server/a.ts', '// Until it is mended.'],
  'for nothing': ['server/a.ts', '// Partners get it for nothing.'],
  'on the eve': ['server/a.ts', '// Reminds partners on the eve.'],
  'at once': ['server/a.ts', '// Sends everything at once.'],
  'as a rule': ['server/a.ts', '// As a rule it takes a second.'],
  'any more': ['server/a.ts', '// Not valid any more.'],
  'in doubt': ['server/a.ts', '// Deliveries in doubt.'],
  'stand-in': ['server/a.ts', '// The stand-in for Stripe.'],
  trail: ['server/a.ts', '// Written to the trail.'],
  'import laws': ['A.md', 'The import laws decide.'],
  'stands in': ['server/a.ts', '// The price stands in the column.'],
  'British spelling': ['server/a.ts', '// The catalogue of the demo.'],
  percent: ['A.md', 'About 70 % of them.'],
  'missing reference': ['server/a.ts', '// Required by spec §5.'],
  contraction: ['client/A.tsx', 'const a = <p>You cannot change it.</p>;'],
};

describe('wording', () => {
  it('has an example of each rule', () => {
    expect(Object.keys(EXAMPLES)).toEqual(RULES.map(({ name }) => name));
  });

  it.each(Object.entries(EXAMPLES))('is reported for the rule “%s”', (rule, [path, source]) => {
    expect(rulesOf(path, source)).toEqual([rule]);
  });

  it('is reported with its file, its line, and the better word', () => {
    expect(violationsOf('server/a.ts', 'const a = 1;\n/**\n * Reads the record\n * anew.\n */\nconst b = 2;')).toEqual([
      'server/a.ts:4 anew: “anew”: again (archaic)',
    ]);
  });

  it.each([
    ['a name in backquotes', 'server/a.ts', '// Reads `mails` in one query.'],
    ['an identifier', 'server/a.ts', 'const mails = somebody.meanwhile(anew);'],
    ['a key', 'server/a.ts', "const state = 'in doubt';"],
    ['SQL', 'server/a.ts', "const sql = 'select id from mails where state = 1';"],
    ['a tagged template', 'server/a.ts', 'const rows = sql`delete the mails anew`;'],
    ['an import', 'server/a.ts', "import { a } from 'somebody meanwhile mails';"],
    ['data in a test', 'server/a.test.ts', "send({ text: 'Somebody mended the mails' });"],
    ['a code block', 'A.md', '```\nnpm run mails anew\n```'],
    ['a string, for a rule about comments', 'server/a.ts', "const a = 'What happens next';"],
    ['a fixed text', 'client/A.tsx', 'const a = <a>My eBooks</a>;'],
    ['a status', 'server/a.ts', '// Shown as "cancelled" in the list.'],
    ['a verb without contraction in the API', 'server/a.ts', "throw invalid('The code does not exist.');"],
  ])('passes in %s', (_, path, source) => expect(rulesOf(path, source)).toEqual([]));

  it('is checked in the title of a test', () => {
    expect(rulesOf('server/a.test.ts', "it('sends all mails', () => {});")).toEqual(['mail']);
  });
});

describe('spelling', () => {
  it.each([
    ['a comment', 'server/a.ts', '// The colour of the button.'],
    ['a string', 'server/a.ts', "const a = 'Choose a colour for it';"],
    ['markup', 'client/A.tsx', 'const a = <p>Choose a colour for it</p>;'],
    ['a document', 'A.md', 'Choose a colour for it.'],
  ])('is American in %s', (_, path, source) => {
    expect(violationsOf(path, source)).toEqual([`${path}:1 spelling: “colour”`]);
  });

  it('allows words of the dictionary and the project, and their possessives', () => {
    expect(violationsOf('A.md', 'The color of Mantine’s buttons, as nodemailer doesn’t know.')).toEqual([]);
  });
});

describe('visible strings', () => {
  it('are sentences, markup, and labels, with their lines', () => {
    const source = `import a from 'a b c';
const key = 'sale_price';
const b = <p>We refunded {c} today</p>;
const d = ['Save', \`Paid: \${e}\`];`;
    expect(stringsIn('A.tsx', source)).toEqual([
      { line: 3, text: 'We refunded' },
      { line: 4, text: 'Save' },
      { line: 4, text: 'Paid: …' },
    ]);
  });
});

it('finds a file in a folder, however the folder is written', () => {
  for (const root of ['client', './client/', 'client/app', 'client/app/a.ts', '.', `${process.cwd()}/client`])
    expect([root, isWithin('client/app/a.ts', [root])]).toEqual([root, true]);
  expect(isWithin('clients/a.ts', ['client'])).toBe(false);
});

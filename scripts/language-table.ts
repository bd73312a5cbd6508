/**
 * Wording rules for comments, visible strings, and docs (CONTRIBUTING.md). scripts/language.ts checks files against
 * them, and the spelling against an American dictionary with scripts/words.txt.
 */

/**
 * Files that aren't at 0 violations yet. `npm run check` skips them; remove an entry once it is at 0, never add one.
 */
export const PENDING: readonly string[] = [];

/** Data, generated texts, and texts written by others. */
export const SKIPPED = [
  'prisma/data/**',
  'prisma/generated/**',
  'prisma/seed/texts/**',
  'prisma/seed/site-reviews.ts',
  'server/ai/offline/data/**',
  'server/ai/offline/sample-inputs.json',
  'docs/ai-samples.md',
  'docs/ai-samples-scores.md',
  // Stripe's own sentences.
  'server/sandbox/stripe/**',
  // The rules name what they forbid, and the fuzzer's values are malformed.
  'scripts/language*.ts',
  'scripts/fuzz/**',
];

/** Texts that the product's specification or another program fixes. */
export const FIXED_TEXTS = [
  'All eBooks',
  'Free eBooks',
  'My eBooks',
  'Add an eBook',
  // A sheet of KDP's report.
  'eBook Royalty',
  'Open Ai Prompt',
  "Oops, the data you're looking for unexpectedly doesn't exist!",
  'Woops, our systems encountered a problem',
  "Woops! Something's amiss",
];

type Rule = {
  name: string;
  pattern: RegExp;
  better: string;
  because: string;
  only?: 'comments' | 'strings';
  in?: string[];
};

export const RULES: Rule[] = [
  {
    name: 'doc comment',
    pattern: /^(What|Who|Whether|Of|One)\b(?!-)/g,
    only: 'comments',
    better: 'a noun phrase or an imperative verb',
    because: 'a comment names its subject',
  },
  {
    name: 'mail',
    pattern:
      /\bmails\b|\b(an?|one|each|every|this|that) mail\b(?! (server|relay|transport|provider|program|client|event))/gi,
    better: 'email, emails',
    because: '“mail” isn’t a count noun',
  },
  { name: 'e-mail', pattern: /\be-mails?\b/gi, better: 'email', because: 'one spelling' },
  { name: 'ebook', pattern: /\be-books?\b|\beBooks?\b|\bEBooks?\b/g, better: 'ebook', because: 'one spelling' },
  { name: 'anew', pattern: /\b(anew|afresh)\b/gi, better: 'again', because: 'archaic' },
  {
    name: 'by itself',
    pattern: /\bby (it|one|our|them)sel(f|ves)\b/gi,
    better: 'automatically, alone',
    because: 'ambiguous',
  },
  { name: 'somebody', pattern: /\bsomebody\b/gi, better: 'someone', because: 'one word' },
  { name: 'meanwhile', pattern: /\bmeanwhile\b/gi, better: 'since then', because: 'vague' },
  {
    name: 'of ours',
    pattern: /\bof (ours|yours|theirs)\b/gi,
    better: 'our, your, their',
    because: 'lead with the noun',
  },
  { name: 'mend', pattern: /\bmend(s|ed|ing)?\b/gi, better: 'fix', because: 'archaic' },
  { name: 'for nothing', pattern: /\bfor nothing\b/gi, better: 'free', because: 'it also means in vain' },
  { name: 'on the eve', pattern: /\bon the eve\b/gi, better: 'the day before', because: 'archaic' },
  { name: 'at once', pattern: /\bat once\b/gi, better: 'right away, at the same time', because: 'ambiguous' },
  { name: 'as a rule', pattern: /\b(as a rule|at the very most)\b/gi, better: 'usually, at most', because: 'wordy' },
  { name: 'any more', pattern: /\bany more(?=[.,;:)]|$)/gim, better: 'anymore', because: 'the adverb is one word' },
  { name: 'in doubt', pattern: /\bin doubt\b/gi, better: 'uncertain', because: 'the field’s word' },
  { name: 'stand-in', pattern: /\bstand-ins?\b/gi, better: 'fake', because: 'the field’s word' },
  { name: 'trail', pattern: /\btrails?\b/gi, better: 'audit log', because: 'the field’s word' },
  { name: 'import laws', pattern: /\bimport laws?\b/gi, better: 'import rules', because: 'no law metaphors' },
  {
    name: 'stands in',
    pattern: /\b(stands?|lies?) (in|on|at|there|here|open|behind|beside|among)\b(?! for)/gi,
    better: 'is, appears',
    because: 'things don’t stand or lie',
  },
  {
    name: 'British spelling',
    pattern: /\b(grey|cosy|catalogues?|centres?|cheques?|metres?|cancell(ed|ing)|licen[cs]e plates?|enquir(y|ies))\b/gi,
    better: 'gray, cozy, catalog, center, check, meter, canceled, inquiry',
    because: 'the dictionary accepts them as variants',
  },
  { name: 'percent', pattern: /\d %(?!\w)/g, better: '2%', because: 'no space in American style' },
  {
    name: 'missing reference',
    pattern: /\bspec §|\bdesign \d|\bissue #?\d/gi,
    only: 'comments',
    better: 'the reason, or a heading of docs/',
    because: 'readers can’t open it',
  },
  {
    name: 'contraction',
    pattern: /\b(cannot|(do|does|did|is|are|was|were|has|have|could|would|should) not)\b(?! only)/gi,
    only: 'strings',
    in: ['client/**', 'server/emails/**'],
    better: 'can’t, don’t, isn’t',
    because: 'screens and emails speak as people do',
  },
];

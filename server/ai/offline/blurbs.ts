/** Blurb drafts in three shapes. They connect the author's own words and add nothing about the story. */
import type { DescriptionInput } from '#shared/ai.ts';
import { seededChance } from './chance.ts';
import data from './data/blurbs.json' with { type: 'json' };
import genres from './data/genres.json' with { type: 'json' };
import { fill } from './fill.ts';
import { type Hero, parseHero } from './hero.ts';
import { splitPhrases } from './lists.ts';
import { goalIn, isEnglish, lowerFirst, type Phrase, phraseIn, sentenceOf } from './phrases.ts';
import { isGrave } from './refusals.ts';
import { articleFor, capitalize } from './text.ts';

/** Enough attempts to vary the connecting words of three shapes. */
const MAX_ATTEMPTS = 48;

/** Returns fewer drafts than requested if the notes are too short for that many different ones. */
export function blurbs(input: DescriptionInput): string[] {
  const { below } = seededChance(['description', input]);
  const offset = below(4);
  const drafts = new Set<string>();
  const write = isEnglish(textsOf(input)) ? draft : reorder;
  for (let at = 0; drafts.size < input.count && at < MAX_ATTEMPTS; at++)
    drafts.add(write(input, at % 3, offset + Math.floor(at / 3)));
  return [...drafts];
}

const textsOf = ({ hero, goal, obstacle, stakes, setting, trigger, turn }: DescriptionInput) => [
  hero,
  goal,
  obstacle,
  stakes,
  setting,
  trigger,
  turn,
];

/**
 * For languages that we can't write: returns the author's sentences in a different order for each draft, and adds
 * nothing.
 */
function reorder({ title, ...input }: DescriptionInput, shape: number, variant: number): string {
  const { hook, hero, goal, obstacle, stakes, setting, trigger, turn } = input;
  const orders = [
    [hook, setting, hero, goal, trigger, obstacle, turn, stakes],
    [hook, trigger, setting, hero, goal, obstacle, turn, stakes],
    [hook, stakes, hero, goal, setting, trigger, obstacle, turn],
  ];
  const sentences = orders[shape]!.map(sentenceOf).filter(Boolean);
  const shift = variant % Math.max(1, sentences.length - 1);
  return [...sentences.slice(shift), ...sentences.slice(0, shift), sentenceOf(title)].join('\n\n');
}

type Parts = Record<'setting' | 'trigger' | 'hook' | 'turn' | 'aim' | 'obstacle' | 'stakes', string>;

/**
 * Writes a draft that leads with the hero (shape 0), the trigger (1), or the stakes (2). The hook comes before that, as
 * does the setting in shapes 0 and 1.
 */
function draft(input: DescriptionInput, shape: number, variant: number): string {
  const hero = parseHero(input.hero);
  const goal = goalIn(input.goal);
  const stakes = phraseIn(input.stakes);
  const hasGraveNotes = isGrave([...textsOf(input), input.keywords]);
  // Notes about a real tragedy get the plainest words: 'must' and 'but', never 'the trouble is'.
  const wording = hasGraveNotes ? 0 : variant;
  const parts = partsOf(input, { hero, goal, stakes, variant: wording });
  const { hook, setting, aim, trigger, obstacle, turn } = parts;
  const opening = shape === 2 ? stakesFirst(input, { hero, goal, stakes, variant: wording }) : '';
  const shapes = [
    [
      [hook, joinSetting(input, setting, aim, hero.name)],
      [trigger, obstacle],
      [turn, parts.stakes],
    ],
    [[hook, setting, trigger], [aim, obstacle, turn], [parts.stakes]],
    [
      [hook, opening || stakesAlone(input.genre, stakes, wording) || parts.stakes],
      [setting, trigger, opening ? '' : aim, obstacle],
      [turn],
    ],
  ];
  return [...shapes[shape]!, [closing(input, variant)]]
    .map((sentences) => sentences.filter(Boolean).join(' '))
    .filter(Boolean)
    .join('\n\n');
}

/**
 * Joins a story’s setting such as 'In a flooded city' with the sentence about the hero; other settings are separate
 * sentences.
 */
function joinSetting(input: DescriptionInput, setting: string, aim: string, name: string | null): string {
  const isPlace = input.genre !== 'nonfiction' && phraseIn(input.setting).kind === 'place';
  const isJoined = aim && isPlace && !/^(?:Now|I) /.test(aim) && setting.endsWith('.');
  // lowerFirst would also lowercase names that are words, such as 'Will' and 'Grant'.
  const joined = name && aim.startsWith(name) ? aim : lowerFirst(aim);
  return isJoined ? `${setting.slice(0, -1)}, ${joined}` : [setting, aim].filter(Boolean).join(' ');
}

type Facts = { hero: Hero; goal: Phrase; stakes: Phrase; variant: number };

const pick = (list: string, variant: number) => {
  const all = splitPhrases(list);
  return all[variant % all.length]!;
};

function partsOf(input: DescriptionInput, { hero, goal, stakes, variant }: Facts): Parts {
  const isGuide = input.genre === 'nonfiction';
  const setting = phraseIn(input.setting);
  const obstacle = phraseIn(input.obstacle);
  return {
    hook: sentenceOf(input.hook),
    trigger: sentenceOf(input.trigger),
    turn: sentenceOf(input.turn),
    setting:
      setting.kind === 'empty'
        ? ''
        : isGuide
          ? fill(data.guide.setting, { x: setting.text })
          : sentenceOf(input.setting),
    aim: aimSentence(input, { hero, goal, variant }),
    obstacle: isGuide
      ? fillOrKeep(data.guide.obstacle, obstacle, variant)
      : obstacleIn(obstacle, variant, goal.kind !== 'empty'),
    stakes: isGuide ? fillOrKeep(data.guide.stakes, stakes, variant) : stakesIn(stakes, variant, goal.kind !== 'empty'),
  };
}

const fillOrKeep = (list: string, phrase: Phrase, variant: number) =>
  phrase.kind === 'empty' || phrase.kind === 'sentences' ? phrase.text : fill(pick(list, variant), { x: phrase.text });

function aimSentence(
  input: DescriptionInput,
  { hero, goal, variant }: Pick<Facts, 'hero' | 'goal' | 'variant'>,
): string {
  const isGuide = input.genre === 'nonfiction';
  const frames = isGuide ? data.guide : data;
  if (hero.sentences) return [hero.sentences, taskAlone(goal, variant)].filter(Boolean).join(' ');
  const values = {
    hero: hero.mid,
    object: hero.object,
    heroEnd: hero.end,
    goal: goal.text,
    title: titleOf(input.title),
  };
  const isPronoun = hero.mid !== hero.object;
  if (goal.kind === 'empty') return isPronoun ? '' : fill(pick(frames.intro, variant), values);
  if (goal.kind === 'verb' && isGuide && isPronoun) return fill(data.guide.alone, values);
  if (goal.kind === 'verb') return fill(pick(frames.aim.verb, variant), values);
  if (goal.kind === 'sentences' || goal.kind === 'clause') {
    const intro = isPronoun ? '' : fill(pick(frames.intro, variant), values);
    return [intro, sentenceOf(input.goal)].filter(Boolean).join(' ');
  }
  return isPronoun ? taskAlone(goal, variant) : fill(pick(frames.aim.other, variant), values);
}

function taskAlone(goal: Phrase, variant: number) {
  if (goal.kind === 'empty') return '';
  return goal.kind === 'sentences' ? goal.text : fill(pick(data.task, variant), { goal: goal.text });
}

function obstacleIn(phrase: Phrase, variant: number, hasGoal: boolean): string {
  if (phrase.kind === 'empty' || phrase.kind === 'sentences') return phrase.text;
  const { noun, clause, other } = data.obstacle;
  const list = phrase.kind === 'clause' ? clause : phrase.kind === 'noun' && hasGoal ? noun : other;
  return fill(pick(list, variant), { x: phrase.text });
}

function stakesIn(phrase: Phrase, variant: number, hasGoal: boolean): string {
  if (phrase.kind === 'empty' || phrase.kind === 'sentences') return phrase.text;
  const { noun, clause, other } = data.stakes;
  const list = phrase.kind === 'clause' && hasGoal ? clause : phrase.kind === 'noun' ? noun : other;
  return fill(pick(list, variant), { x: phrase.text });
}

/** Returns 'Her brother hangs for it—unless Mara can …', or '' if the parts don't fit. */
function stakesFirst({ genre }: DescriptionInput, { hero, goal, stakes, variant }: Facts): string {
  if (genre === 'nonfiction' || stakes.kind !== 'clause' || goal.kind !== 'verb' || hero.sentences) return '';
  // In 'Her music dies with her, unless a violinist can …', it would be unclear whose music.
  if (/^(?:never|not)\b/.test(goal.text) || /^an? /.test(hero.mid)) return '';
  return fill(pick(data.unless, variant), { x: stakes.text, hero: hero.mid, goal: goal.text });
}

/** The stakes as the first sentence of a draft, without 'if it can't be done', which would refer to nothing yet. */
const stakesAlone = (genre: string, stakes: Phrase, variant: number) =>
  genre !== 'nonfiction' && stakes.kind === 'clause' ? fill(pick(data.stakes.other, variant), { x: stakes.text }) : '';

/** A title with its own punctuation gets quotation marks inside a sentence. */
const titleOf = (title: string) => (/[.!?…,:]/.test(title) ? `“${title.replace(/["“”]/g, '')}”` : title);

function closing({ genre, title, readers, tone }: DescriptionInput, variant: number): string {
  const kind = [tone, genres[genre].noun].filter(Boolean).join(' ');
  const audience = readers.replace(/^(?:readers|people|fans) (?:who (?:like|love)|of)\s+/i, '');
  const end = audience ? fill(data.for, { readers: audience.replace(/[.!?]+$/, '') }) : '';
  // The sentence about a guide's aim usually contains the title already.
  if (genre === 'nonfiction' && !end && !tone) return '';
  const a = articleFor(kind);
  const frame =
    genre === 'nonfiction'
      ? data.guide.closing
      : pick(data.closing, titleOf(title) === title ? variant + Math.floor(variant / 4) : 0);
  return capitalize(fill(frame, { title: titleOf(title), a, kind, for: end }));
}

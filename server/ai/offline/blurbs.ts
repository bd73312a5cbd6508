/** Blurb drafts in three shapes. They join the author's own words and add none about the story. */
import type { DescriptionInput } from '#shared/ai.ts';
import { chanceOf } from './chance.ts';
import data from './data/blurbs.json' with { type: 'json' };
import genres from './data/genres.json' with { type: 'json' };
import { fill } from './fill.ts';
import { type Hero, heroOf } from './hero.ts';
import { phrases } from './lists.ts';
import { goalIn, isEnglish, lowerFirst, type Phrase, phraseIn, sentenceOf } from './phrases.ts';
import { isGrave } from './refusals.ts';
import { articleFor, capitalize } from './text.ts';

/** Enough attempts to vary the connecting words of three shapes. */
const MAX_ATTEMPTS = 48;

/** Fewer than requested if the notes are too short for that many different drafts. */
export function blurbs(input: DescriptionInput): string[] {
  const { below } = chanceOf(['description', input]);
  const offset = below(4);
  const drafts = new Set<string>();
  const write = isEnglish(textsOf(input)) ? draft : ownOrder;
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

/** Only the author's sentences, in another order each time: nothing is added in a language we can't write. */
function ownOrder({ title, ...input }: DescriptionInput, shape: number, turns: number): string {
  const { hook, hero, goal, obstacle, stakes, setting, trigger, turn } = input;
  const orders = [
    [hook, setting, hero, goal, trigger, obstacle, turn, stakes],
    [hook, trigger, setting, hero, goal, obstacle, turn, stakes],
    [hook, stakes, hero, goal, setting, trigger, obstacle, turn],
  ];
  const said = orders[shape]!.map(sentenceOf).filter(Boolean);
  const shift = turns % Math.max(1, said.length - 1);
  return [...said.slice(shift), ...said.slice(0, shift), sentenceOf(title)].join('\n\n');
}

type Parts = Record<'setting' | 'trigger' | 'hook' | 'turn' | 'aim' | 'obstacle' | 'stakes', string>;

/** The shapes begin with the person, with the event, and with what is at stake. */
function draft(input: DescriptionInput, shape: number, variant: number): string {
  const hero = heroOf(input.hero);
  const goal = goalIn(input.goal);
  const stakes = phraseIn(input.stakes);
  const isPlain = isGrave([...textsOf(input), input.keywords]);
  // Notes about a real tragedy get the plainest words: 'must' and 'but', never 'the trouble is'.
  const frames = isPlain ? 0 : variant;
  const parts = partsOf(input, { hero, goal, stakes, variant: frames });
  const { hook, setting, aim, trigger, obstacle, turn } = parts;
  const opening = shape === 2 ? stakesFirst(input, { hero, goal, stakes, variant: frames }) : '';
  const paragraphs =
    shape === 0
      ? [
          [hook, placed(input.setting, setting, aim)],
          [trigger, obstacle],
          [turn, parts.stakes],
        ]
      : shape === 1
        ? [[hook, setting, trigger], [aim, obstacle, turn], [parts.stakes]]
        : [
            [hook, opening || stakesAlone(input.genre, stakes, frames) || parts.stakes],
            [setting, trigger, opening ? '' : aim, obstacle],
            [turn],
          ];
  return [...paragraphs, [closing(input, variant)]]
    .map((sentences) => sentences.filter(Boolean).join(' '))
    .filter(Boolean)
    .join('\n\n');
}

/** 'In a flooded city' joins the sentence about the person; other settings are a caption of their own. */
function placed(typed: string, setting: string, aim: string): string {
  const isJoined = aim && phraseIn(typed).kind === 'place' && !/^(?:Now|I) /.test(aim) && setting.endsWith('.');
  return isJoined ? `${setting.slice(0, -1)}, ${lowerFirst(aim)}` : [setting, aim].filter(Boolean).join(' ');
}

type Facts = { hero: Hero; goal: Phrase; stakes: Phrase; variant: number };

const pick = (list: string, variant: number) => {
  const all = phrases(list);
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
    aim: aim(input, { hero, goal, variant }),
    obstacle: isGuide
      ? plain(data.guide.obstacle, obstacle, variant)
      : obstacleIn(obstacle, variant, goal.kind !== 'empty'),
    stakes: isGuide ? plain(data.guide.stakes, stakes, variant) : stakesIn(stakes, variant, goal.kind !== 'empty'),
  };
}

const plain = (list: string, phrase: Phrase, variant: number) =>
  phrase.kind === 'empty' || phrase.kind === 'sentences' ? phrase.text : fill(pick(list, variant), { x: phrase.text });

function aim(input: DescriptionInput, { hero, goal, variant }: Pick<Facts, 'hero' | 'goal' | 'variant'>): string {
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

const taskAlone = (goal: Phrase, variant: number) =>
  goal.kind === 'empty'
    ? ''
    : goal.kind === 'sentences'
      ? goal.text
      : fill(pick(data.task, variant), { goal: goal.text });

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

/** 'Her brother hangs for it—unless Mara can …', if every part fits. */
function stakesFirst({ genre }: DescriptionInput, { hero, goal, stakes, variant }: Facts): string {
  if (genre === 'nonfiction' || stakes.kind !== 'clause' || goal.kind !== 'verb' || hero.sentences) return '';
  // 'Her music dies with her, unless a violinist can …' doesn't say whose.
  if (/^(?:never|not)\b/.test(goal.text) || /^an? /.test(hero.mid)) return '';
  return fill(pick(data.unless, variant), { x: stakes.text, hero: hero.mid, goal: goal.text });
}

/** The stakes as the first words of a draft, where 'if it can't be done' has nothing to refer to. */
const stakesAlone = (genre: string, stakes: Phrase, variant: number) =>
  genre !== 'nonfiction' && stakes.kind === 'clause' ? fill(pick(data.stakes.other, variant), { x: stakes.text }) : '';

/** A title with its own punctuation gets quotation marks inside a sentence. */
const titleOf = (title: string) => (/[.!?…,:]/.test(title) ? `“${title.replace(/["“”]/g, '')}”` : title);

function closing({ genre, title, readers, tone }: DescriptionInput, variant: number): string {
  const kind = [tone, genres[genre].noun].filter(Boolean).join(' ');
  const named = readers.replace(/^(?:readers|people|fans) (?:who (?:like|love)|of)\s+/i, '');
  const end = named ? fill(data.for, { readers: named.replace(/[.!?]+$/, '') }) : '';
  // A guide's aim has its title already.
  if (genre === 'nonfiction' && !end && !tone) return '';
  const a = articleFor(kind);
  const frame =
    genre === 'nonfiction'
      ? data.guide.closing
      : pick(data.closing, titleOf(title) === title ? variant + Math.floor(variant / 4) : 0);
  return capitalize(fill(frame, { title: titleOf(title), a, kind, for: end }));
}

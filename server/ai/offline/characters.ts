import type { CharacterInput } from '#shared/ai.ts';
import { seededChance } from './chance.ts';
import data from './data/sheets.json' with { type: 'json' };
import { fill } from './fill.ts';
import { splitPhrases } from './lists.ts';
import { goalIn, type Phrase, sentenceOf } from './phrases.ts';
import { isGrave } from './refusals.ts';
import { beatsOf, quote, quotePremise, storyOf } from './story.ts';

/** Character sheets: one flaw each, and a question or task about the author's story in each section but 'Story'. */
export function characters(input: CharacterInput): string[] {
  const { shuffle } = seededChance(['character', input]);
  const texts = [input.premise, input.keywords, input.goal, input.obstacle];
  const hasGraveNotes = isGrave(texts);
  const arcs =
    input.genre === 'childrens' && !hasGraveNotes
      ? data.childrenArcs
      : hasGraveNotes
        ? data.arcs
        : [...data.arcs, ...data.lightArcs];
  const beats = beatsOf(input.genre, hasGraveNotes);
  const parts = {
    beats,
    hasGraveNotes,
    arcs: shuffle(arcs),
    voices: shuffle(splitPhrases(data.voices)),
    looks: shuffle(splitPhrases(data.looks)),
    habits: shuffle(splitPhrases(data.habits)),
  };
  return Array.from({ length: input.count }, (_, at) => sheet(input, parts, at));
}

/** The text after 'Want: ': an infinitive, a sentence, or a phrase, quoted if it doesn't end with a Latin letter. */
function wantLine(goal: Phrase, want: string): string {
  if (goal.kind === 'verb') return `${want}.`;
  if (goal.kind === 'sentences' || goal.kind === 'clause') return sentenceOf(goal.text);
  return /\p{Script=Latin}$/u.test(goal.text) ? `${goal.text}.` : `${quote(goal.text)}.`;
}

type SheetParts = Record<'arcs' | 'voices' | 'looks' | 'habits', string[]> & {
  beats: ReturnType<typeof beatsOf>;
  hasGraveNotes: boolean;
};

function sheet(input: CharacterInput, parts: SheetParts, at: number): string {
  const [label, flaw, need, contradiction] = parts.arcs[at % parts.arcs.length]!.split('|') as [
    string,
    string,
    string,
    string,
  ];
  const story = storyOf({ ...input, hero: input.name });
  let refIndex = at;
  /** Each call moves on to the next of the story's nouns. */
  const line = (name: keyof typeof data.lines, beat = 5) =>
    fill(
      parts.hasGraveNotes && name === 'flaw' ? data.graveFlaw : splitPhrases(data.lines[name])[(at + name.length) % 3]!,
      {
        ref: story.refs[refIndex++ % story.refs.length]!,
        want: story.want,
        block: story.block,
        beat: parts.beats[beat - 1]!.name,
      },
    );
  const goal = goalIn(input.goal);
  const part = splitPhrases(data.parts[input.role])[at % 3]!;
  return [
    input.name ? `${input.name}, ${label}` : label.charAt(0).toUpperCase() + label.slice(1),
    ...(input.premise ? [`Story: ${quotePremise(input.premise)}`] : []),
    `Part: ${part}. ${line('part')}`,
    goal.kind === 'empty' ? `Want: ${line('wantOpen')}` : `Want: ${wantLine(goal, story.want)} ${line('wantPhoto')}`,
    `Need: to ${need}. ${line('need', 6)}`,
    `Flaw: ${flaw}. ${line('flaw')}`,
    ...(input.obstacle ? [`Up against: ${story.block.replace(/,$/, '')}. ${line('block')}`] : []),
    `Secret: ${line('secret')}`,
    `Voice: ${parts.voices[at % parts.voices.length]!}. ${line('voice')}`,
    `Look: ${parts.looks[at % parts.looks.length]!}; ${parts.habits[at % parts.habits.length]!}. ${line('look')}`,
    `Contradiction: ${contradiction}. ${line('contradiction', 4)}`,
    `Turning point: ${line('turning', 5)}`,
  ].join('\n');
}

import { describe, expect, it } from 'vitest';
import { AI_INPUTS, type AiInputs } from '#shared/ai.ts';
import { AI_GENRES, AI_ORIGINS, AI_TONES, AI_TOOLS, type AiGenre, type AiTool } from '#shared/ai-tools.ts';
import { GENRES } from './genres.ts';
import { NAMES } from './names.ts';
import { suggest } from './suggest.ts';
import { articleFor, hasDoubledWord } from './words.ts';

const GENRE_KEYS = Object.keys(AI_GENRES) as AiGenre[];
const LEAST = { title: 'The Salt Ledger', hero: 'Mara Quill, a retired ferry pilot' };

function ask<T extends AiTool>(tool: T, input: object = {}): string[] {
  const given = Object.entries({ genre: 'mystery', ...LEAST, ...input });
  const own = Object.fromEntries(given.filter(([name]) => name in AI_INPUTS[tool].shape));
  return suggest(tool, AI_INPUTS[tool].parse(own) as AiInputs[T]);
}

/** The first option for each seed from 0 to count − 1. */
const ofSeeds = (tool: AiTool, count: number, input: object = {}) =>
  Array.from({ length: count }, (_, seed) => ask(tool, { ...input, seed, count: 3 })[0]!);

/** Suggestions for every tool, genre, and tone, with little and with much input. */
const sample = AI_TOOLS.flatMap((tool) =>
  GENRE_KEYS.flatMap((genre, at) => {
    const tone = Object.keys(AI_TONES)[at % 5];
    const keywords = 'ghosts, Edinburgh, honest tea, an old umbrella';
    return [
      ...ask(tool, { genre, seed: at, count: 10 }),
      ...ask(tool, { genre, tone, keywords, hero: 'an unlucky heir who owns a union', seed: at, count: 10 }),
    ].map((option) => ({ tool, genre, option }));
  }),
);

describe('the offline suggestions', () => {
  it('are the same for the same tool, input, and seed, and differ for the next seed', () => {
    for (const tool of AI_TOOLS) {
      expect(ask(tool, { seed: 7 })).toEqual(ask(tool, { seed: 7 }));
      expect(ask(tool, { seed: 8 })).not.toEqual(ask(tool, { seed: 7 }));
    }
  });

  it.each(AI_TOOLS)('of the tool "%s" differ for at least 900 of 1,000 seeds (500 for titles)', (tool) => {
    expect(new Set(ofSeeds(tool, 1000)).size).toBeGreaterThanOrEqual(tool === 'title' ? 500 : 900);
  });

  it('return the requested number of options, no two of which begin alike', () => {
    for (const tool of AI_TOOLS)
      for (const count of [3, 10]) {
        const options = ask(tool, { count });
        expect(options).toHaveLength(count);
        expect(new Set(options.map((option) => option.split('\n')[0])).size).toBe(count);
      }
  });

  it('never repeat a word back to back', () => {
    expect(sample.filter(({ option }) => hasDoubledWord(option))).toEqual([]);
    expect(hasDoubledWord('into the\nthe dark')).toBe(true);
    expect(hasDoubledWord('so so-called')).toBe(false);
  });

  it('choose a or an by sound', () => {
    const wrong = sample.flatMap(({ option }) =>
      [...option.matchAll(/(?<![\p{L}.])(an?) ([\p{L}“]\S*)/giu)].filter(
        ([, article, word]) => article!.toLowerCase() !== articleFor(word!),
      ),
    );
    expect(wrong.map(([text]) => text)).toEqual([]);
    expect(['hour', 'heir', 'apple', 'unlucky', 'Élise'].map(articleFor)).toEqual(['an', 'an', 'an', 'an', 'an']);
    expect(['union', 'user', 'one', 'European', 'house'].map(articleFor)).toEqual(['a', 'a', 'a', 'a', 'a']);
  });

  it('leave no slot unfilled and no stray punctuation', () => {
    const stray = /[{}]|undefined|\s[,.;:!?]|[,.;:]{2}|\.\.| {2}|:\s*$/m;
    expect(sample.filter(({ option }) => stray.test(option)).map(({ option }) => option)).toEqual([]);
  });

  it('stay within the length limit of their tool', () => {
    const longest: Record<AiTool, number> = {
      title: 80,
      pen_name: 140,
      character: 1100,
      plot: 2200,
      description: 1600,
    };
    const shortest: Record<AiTool, number> = { title: 5, pen_name: 20, character: 400, plot: 700, description: 250 };
    const outside = sample.filter(
      ({ tool, option }) => option.length > longest[tool] || option.length < shortest[tool],
    );
    expect(outside).toEqual([]);
  });

  it('use different vocabulary in each genre', () => {
    const vocabulary = (genre: AiGenre, tool: AiTool) =>
      new Set(
        ofSeeds(tool, 30, { genre })
          .join(' ')
          .toLowerCase()
          .match(/\p{L}{5,}/gu),
      );
    for (const tool of ['title', 'character', 'plot', 'description'] as const) {
      const words = GENRE_KEYS.map((genre) => vocabulary(genre, tool));
      for (const [at, own] of words.entries())
        for (const other of words.slice(at + 1)) {
          const shared = [...own].filter((word) => other.has(word)).length;
          // Characters share flaws, voices, and looks across genres.
          expect(shared / Math.min(own.size, other.size)).toBeLessThan(tool === 'character' ? 0.8 : 0.5);
        }
    }
  });

  it('contain no offensive words', () => {
    const rude =
      /\b(damn|hell|shit|fuck\w*|bitch|bastard|whore|slut|rape\w*|nazi|gyps\w+|retard\w*|cripple|negro|savage|orgasm|nipple|penis|nude|naked|porn\w*|suicide|midget)\b/i;
    const everything = [JSON.stringify(GENRES), JSON.stringify(NAMES), ...sample.map(({ option }) => option)];
    expect(everything.flatMap((text) => rude.exec(text)?.[0] ?? [])).toEqual([]);
  });
});

describe('a title', () => {
  it('includes a keyword in two of three, using each of them', () => {
    const titles = ask('title', { keywords: 'lighthouse, Edinburgh', count: 9 });
    const withKey = titles.filter((title) => /Lighthouse|Edinburgh/.test(title));
    expect(withKey).toHaveLength(6);
    expect(withKey.some((title) => title.includes('Lighthouse'))).toBe(true);
    expect(withKey.some((title) => title.includes('Edinburgh'))).toBe(true);
  });

  it('takes its subject from the premise when there are no keywords', () => {
    const titles = ask('title', { premise: 'A widow inherits a vineyard and a debt.', count: 9 });
    expect(titles.filter((title) => /Widow|Vineyard/.test(title))).toHaveLength(6);
  });

  it('is in title case', () => {
    for (const { tool, option } of sample.filter(({ tool }) => tool === 'title'))
      expect([tool, option]).toEqual(['title', expect.stringMatching(/^[\p{Lu}\d“]/u)]);
  });
});

describe('a pen name', () => {
  const names = (input: object) => ask('pen_name', { count: 10, ...input }).map((option) => option.split('\n')[0]!);

  it('has a first and a last name of the same origin', () => {
    for (const origin of Object.keys(AI_ORIGINS) as (keyof typeof AI_ORIGINS)[]) {
      const { feminine, masculine, last } = NAMES[origin];
      const lasts = origin === 'english' ? [...last, ...GENRES.mystery.surnames] : last;
      for (const name of names({ origin, form: 'full' })) {
        expect(lasts, `${origin}: ${name}`).toContain(name.split(' ').at(-1));
        expect([...feminine, ...masculine], `${origin}: ${name}`).toContain(name.split(' ')[0]);
      }
    }
  });

  it('has the initials of fitting first names', () => {
    const { masculine } = NAMES.scottish;
    const letters = new Set(masculine.map((name) => name[0]));
    for (const name of names({ origin: 'scottish', gender: 'masculine', form: 'initials' })) {
      const initials = [...name.matchAll(/\b(\p{Lu})\. /gu)].map((match) => match[1]!);
      expect(initials.length, name).toBeGreaterThan(0);
      for (const letter of initials) expect(letters, name).toContain(letter);
    }
  });

  it('keeps the half of the name that was given', () => {
    expect(names({ first_name: 'Zelda', form: 'full' }).every((name) => name.startsWith('Zelda '))).toBe(true);
    expect(names({ last_name: 'Marchetti' }).every((name) => name.endsWith(' Marchetti'))).toBe(true);
  });

  it('suggests a web address without accents', () => {
    const [, note] = ask('pen_name', { first_name: 'Élise', last_name: 'Łuków', form: 'full', count: 3 })[0]!.split(
      '\n',
    );
    expect(note).toMatch(/Look up elise([a-z])?lukow\.com before/);
  });
});

describe('a description', () => {
  const one = (input: object) => ask('description', { count: 7, ...input });

  it('mentions the given title, person, task, obstacle, and stakes', () => {
    const given = {
      goal: 'To find out who sank the Aurora.',
      obstacle: 'A town that lives on the insurance money',
      stakes: 'her brother hangs for it',
      setting: 'a Cornish harbour, 1911',
      keywords: 'fog, ledgers',
    };
    for (const text of one(given)) {
      const small = text.toLowerCase();
      expect(text).toContain('The Salt Ledger');
      expect(text).toContain('Mara');
      for (const part of [
        'find out who sank the aurora',
        'a town that lives on the insurance money',
        'her brother hangs for it',
      ])
        expect(small).toContain(part);
      expect(small).toContain('a cornish harbour, 1911');
      expect(text).toContain('fog and ledgers');
      expect(text).not.toContain('must to ');
    }
  });

  it('comes in seven structures', () => {
    const shapes = one({ count: 10 }).map((text) =>
      text
        .split('\n\n')
        .map((paragraph) => paragraph.split(' ')[0])
        .join(),
    );
    expect(new Set(shapes).size).toBeGreaterThanOrEqual(7);
  });

  it('agrees with a singular and a plural hero', () => {
    const several = one({ hero: 'two sisters from Leeds', count: 10 }).join(' ');
    expect(several).not.toMatch(/sisters (?:from Leeds )?(?:has|knows|fails)\b/);
    expect(several).toMatch(/sisters (?:from Leeds )?(?:have|know|fail)\b/);
    expect(one({ count: 10 }).join(' ')).not.toMatch(/Mara(?: Quill, a retired ferry pilot,)? (?:have|know|fail)\b/);
  });

  it("leaves out a task that doesn't fit the sentence's grammar", () => {
    expect(one({ goal: 'revenge on the harbour board', count: 10 }).join(' ')).not.toMatch(/must revenge|to revenge/);
  });

  it('addresses the readers of nonfiction', () => {
    const texts = one({
      genre: 'nonfiction',
      title: 'Enough Hours',
      hero: 'freelancers who hate sales',
      goal: 'find clients',
    });
    for (const text of texts)
      expect(text).toMatch(/for (?:whom|freelancers who hate sales)|Who it is for: freelancers/);
  });
});

describe('a plot', () => {
  it('has a title, a premise, people, a setting, and seven beats', () => {
    const lines = ask('plot', { keywords: 'fog' })[0]!.split('\n');
    const labels = lines.slice(1).map((line) => line.split(':')[0]);
    expect(labels.slice(0, 3)).toEqual(['Premise', 'People', 'Setting']);
    expect(labels.slice(3, 10).map((label) => label!.split('.')[0])).toEqual(['1', '2', '3', '4', '5', '6', '7']);
    expect(lines.at(-1)).toMatch(/^Thread: fog: /);
  });

  it('offers three ways through the same beats', () => {
    const [a, b, c] = ask('plot').map((text) => text.split('\n').slice(4));
    for (const at of a!.keys()) expect(new Set([a![at], b![at], c![at]]).size).toBe(3);
  });
});

describe('a character', () => {
  it('has everything a writer needs to start', () => {
    const labels = ask('character', { keywords: 'fog' })[0]!
      .split('\n')
      .map((line) => line.split(':')[0]);
    expect(labels.slice(1)).toEqual([
      'Part',
      'Want',
      'Need',
      'Flaw',
      'Secret',
      'Voice',
      'Look',
      'Contradiction',
      'Tied to your story',
    ]);
  });

  it('keeps the given name, and has an age that suits its readers', () => {
    expect(ask('character', { name: 'Ines Vale' })[0]).toMatch(/^Ines Vale, \d\d, /);
    for (const option of ask('character', { genre: 'young_adult', count: 10 }))
      expect(option).toMatch(/^[^,]+, 1[5-8], /);
    for (const option of ask('character', { genre: 'childrens', count: 10 })) expect(option).not.toMatch(/^[^\n]*, \d/);
  });
});

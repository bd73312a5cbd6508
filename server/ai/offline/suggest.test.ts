import { describe, expect, it } from 'vitest';
import { AI_INPUTS, type AiInputs } from '#shared/ai.ts';
import {
  AI_GENDERS,
  AI_GENRES,
  AI_ORIGINS,
  AI_TOOLS,
  type AiGenre,
  type AiTool,
  PEN_NAME_FORMS,
} from '#shared/ai-tools.ts';
import { repeatedWordIn } from '#shared/title-checks.ts';
import blurbData from './data/blurbs.json' with { type: 'json' };
import genres from './data/genres.json' with { type: 'json' };
import names from './data/names.json' with { type: 'json' };
import sheets from './data/sheets.json' with { type: 'json' };
import titleData from './data/titles.json' with { type: 'json' };
import { parseHero } from './hero.ts';
import { goalIn, phraseIn } from './phrases.ts';
import { allSamples } from './samples.ts';
import { suggest } from './suggest.ts';
import { articleFor, capitalize, hasDoubledWord, possessive, titleCased, wordsIn } from './text.ts';

const GENRES = Object.keys(AI_GENRES) as AiGenre[];
const MINIMAL_NOTES = { title: 'The Salt Ledger', hero: 'Mara Quill, a retired ferry pilot' };

function draft<T extends AiTool>(tool: T, input: object = {}): string[] {
  const fields = Object.entries({ genre: 'mystery', ...MINIMAL_NOTES, ...input });
  const known = Object.fromEntries(fields.filter(([name]) => name in AI_INPUTS[tool].shape));
  return suggest(tool, AI_INPUTS[tool].parse(known) as AiInputs[T]);
}

const samples = allSamples();
const ENGLISH = samples.filter(({ input }) => !/[äöüßáéíóú]|\p{Script=Han}/u.test(JSON.stringify(input)));

describe('the drafts', () => {
  it('are the same for the same input and seed', () => {
    for (const tool of AI_TOOLS) expect(draft(tool, { seed: 7 })).toEqual(draft(tool, { seed: 7 }));
    for (const tool of ['pen_name', 'character', 'title', 'plot'] as const)
      expect(draft(tool, { seed: 8 })).not.toEqual(draft(tool, { seed: 7 }));
  });

  it('come in the requested number, and differ in their text', () => {
    for (const tool of AI_TOOLS)
      for (const genre of GENRES)
        for (const count of [3, 10]) {
          const options = draft(tool, { genre, count });
          // Notes for a guide's blurb can be too short for ten different drafts.
          const min = tool === 'description' && genre === 'nonfiction' ? 3 : count;
          expect([tool, genre, options.length >= min]).toEqual([tool, genre, true]);
          expect(new Set(options).size).toBe(options.length);
        }
  });

  it('choose “a” or “an” by sound', () => {
    const wrong = ENGLISH.flatMap(({ options }) =>
      options
        .flatMap((option) => [...option.matchAll(/(?<![\p{L}.’'])(an?) ([\p{L}“]\S*)/giu)])
        .filter(([, article, word]) => article!.toLowerCase() !== articleFor(word!)),
    );
    expect(wrong.map(([text]) => text)).toEqual([]);
    expect(['hour', 'heir', 'apple', 'unlucky', 'Élise'].map(articleFor)).toEqual(['an', 'an', 'an', 'an', 'an']);
    const spelledOut = ['FBI agent', 'NYPD detective', 'UFO hunter', 'US marshal', 'MI6 agent', 'CIA', 'X-ray'];
    expect(spelledOut.map(articleFor)).toEqual(['an', 'an', 'a', 'a', 'an', 'a', 'an']);
    const spoken = ['NASA pilot', 'MAD SCIENTIST', 'unanimous jury', 'unnamed heir'];
    expect(spoken.map(articleFor)).toEqual(['a', 'a', 'a', 'an']);
    const numbers = ['18th-century duke', '11th hour', '1812 map', '8-year-old', '118 steps', '1,800 miles', '11,000'];
    expect(numbers.map(articleFor)).toEqual(['an', 'an', 'an', 'an', 'a', 'a', 'an']);
    expect(['ukulele', 'Ukrainian', 'utility', 'utterance'].map(articleFor)).toEqual(['a', 'a', 'a', 'an']);
    expect(['union', 'user', 'one', 'European', 'house'].map(articleFor)).toEqual(['a', 'a', 'a', 'a', 'a']);
  });

  it('leave no slot unfilled, no stray punctuation, and no word twice in a row', () => {
    const stray = /[{}]|undefined|\bnull\b|\s[,.;:!?]|[,;:]{2}|\.\.| {2}|,:|:\s*$/m;
    const wrong = samples.flatMap(({ options }) => options.filter((text) => stray.test(text) || hasDoubledWord(text)));
    expect(wrong).toEqual([]);
  });

  it('begin no paragraph of a blurb with a lowercase letter', () => {
    const wrong = samples
      .filter(({ tool }) => tool === 'description')
      .flatMap(({ options }) => options)
      .filter((text) => text.split('\n\n').some((paragraph) => /^\p{Ll}/u.test(paragraph)));
    expect(wrong).toEqual([]);
    expect(['16-year-old Maya', 'a pilot', '“a', 'Élise'].map(capitalize)).toEqual([
      '16-year-old Maya',
      'A pilot',
      '“A',
      'Élise',
    ]);
  });

  const HEROES = [
    ['I', 'I'],
    ['two sisters', 'two sisters'],
    ['a family of four', 'a family of four'],
    ['16-year-old Maya Chen', '16-year-old Maya Chen'],
    ['retired ferry pilot', 'a retired ferry pilot'],
    ['last dragonrider', 'the last dragonrider'],
    ['umbrella maker', 'an umbrella maker'],
    ['The clones', 'the clones'],
    ['silk merchants from Lyon', 'silk merchants from Lyon'],
    ['Once rich heiress', 'a once rich heiress'],
    ['Umbrella maker', 'an umbrella maker'],
    ['Retired ferry pilot', 'a retired ferry pilot'],
    ['Retired pilots', 'retired pilots'],
    ['French chef', 'a French chef'],
    ['Korean chef', 'a Korean chef'],
    ['London detective', 'a London detective'],
    ['Roman soldier', 'a Roman soldier'],
    ['Foolish king', 'a foolish king'],
    ['NASA pilot', 'a NASA pilot'],
  ] as const;
  it.each(HEROES)('agree with the hero “%s”', (typed, mid) => {
    const drafts = draft('description', { hero: typed, goal: 'to win', stakes: 'the town burns', count: 10 });
    expect(parseHero(typed).mid).toBe(mid);
    const text = drafts.join('\n');
    expect(text).toContain(`${capitalize(mid)} must win.`);
    // Only “to” and modal verbs, which have a single form, may follow the hero.
    const after = [...text.matchAll(new RegExp(`\\b${mid} (\\w+)`, 'gi'))].map(([, verb]) => verb);
    expect([...new Set(after)].filter((verb) => !['must', 'will', 'can', 'to'].includes(verb!))).toEqual([]);
    expect(text).not.toMatch(/\b(to|for|with) I\b/i);
  });

  it.each([
    ['Will Turner, a blacksmith', 'Will Turner, a blacksmith,'],
    ['May Parker', 'May Parker'],
    ['Chase Reed', 'Chase Reed'],
    ['Rob Lee', 'Rob Lee'],
    ['May, a nurse', 'May, a nurse,'],
    ['Hope from Ohio', 'Hope from Ohio'],
    ['Will and Ann', 'Will and Ann'],
    ['Ann, Bob, and Cy', 'Ann, Bob, and Cy'],
    ['Ann, Bob and Cy', 'Ann, Bob and Cy'],
    ['Ann, a nurse, and her dog', 'Ann, a nurse, and her dog'],
    ['Ann, a nurse and mother', 'Ann, a nurse and mother,'],
    ['Ann and mother', 'Ann and mother'],
    ['Mara the witch', 'Mara the witch'],
  ])('keep the names of “%s”', (typed, mid) => {
    expect(parseHero(typed).mid).toBe(mid);
  });

  it('use only words of the author and the frames in blurbs', () => {
    const frame = new Set(
      wordsIn(JSON.stringify([blurbData, Object.values(genres).map(({ noun }) => noun)]).replace(/\\u2019/g, '’')),
    );
    for (const word of ['warm', 'witty', 'dark', 'tense', 'lyrical', 'me', 'an', 'a', 'the']) frame.add(word);
    const extra = samples
      .filter(({ tool }) => tool === 'description')
      .flatMap(({ input, options }) => {
        const authorWords = new Set(wordsIn(Object.values(input).join(' ')));
        return options.flatMap(wordsIn).filter((word) => !authorWords.has(word) && !frame.has(word));
      });
    expect([...new Set(extra)]).toEqual([]);
  });

  it('use only words of the author and the patterns in titles', () => {
    const extra = samples
      .filter(
        ({ tool, input }) =>
          tool === 'title' && Object.keys(input).some((name) => !['genre', 'seed', 'count', 'tone'].includes(name)),
      )
      .flatMap(({ genre, input, options }) => {
        const { any, grave, tones } = titleData;
        const frame = wordsIn(
          [...any, ...grave, ...Object.values(tones).flat(), ...titleData[genre].patterns].join(' '),
        );
        const known = new Set([
          ...frame,
          ...wordsIn(Object.values(input).join(' ')),
          'in',
          'on',
          'at',
          'off',
          'out',
          'of',
          'the',
          'a',
          'an',
        ]);
        const isKnown = (word: string) => known.has(word) || known.has(word.replace(/[’']s?$/, ''));
        return options.flatMap(wordsIn).filter((word) => !isKnown(word));
      });
    expect([...new Set(extra)]).toEqual([]);
  });

  it('mention tragedies, faiths, and peoples only in the author’s own sentences, not in titles and traits', () => {
    const notes = {
      hero: 'a Jewish violinist',
      goal: 'survive the Warsaw ghetto',
      premise: 'A Jewish violinist survives the Warsaw ghetto.',
      keywords: 'Holocaust, violin, WWI, Muslim, Cherokee, September 11',
      person: 'a Jewish violinist',
      place: 'the Warsaw ghetto',
      object: 'a Torah',
    };
    const named = /holocaust|jew|ghetto|wwi|muslim|cherokee|september|torah/i;
    for (const genre of GENRES) {
      for (const title of draft('title', { genre, count: 10, ...notes })) expect(title).not.toMatch(named);
      for (const sheet of draft('character', { genre, ...notes })) {
        const traits = sheet.split('\n').filter((line) => !/^(Story|Want): /.test(line));
        expect(traits.join('\n').replaceAll('to survive the Warsaw ghetto', '')).not.toMatch(named);
      }
      expect(draft('description', { genre, ...notes })[0]).toMatch(/Jewish violinist/);
    }
    const romance = draft('plot', { genre: 'romance', ...notes, count: 10 }).join('\n');
    expect(romance).toContain('A Jewish violinist survives the Warsaw ghetto.');
    expect(romance).not.toMatch(/laugh|told as a (mistake|chase|test|betrayal)/);
    const blurbs = draft('description', { ...notes, obstacle: 'hunger', stakes: 'her music dies with her', count: 10 });
    expect(blurbs.join('\n')).not.toMatch(/problem|trouble|It falls to|Fail, and/);
  });
});

describe('a phrase', () => {
  const KINDS: [typed: string, kind: string][] = [
    ['her brother hangs for it', 'clause'],
    ['I become what I hate', 'clause'],
    ['Everyone at the fair has a motive.', 'clause'],
    ['a town that lives on the insurance money', 'noun'],
    ['the man she loves', 'noun'],
    ['the crew votes to turn back', 'clause'],
    ['the crew chants to turn back', 'other'],
    ['no magic', 'other'],
    ['eviction', 'other'],
    ['losing everything', 'gerund'],
    ['in a small town', 'place'],
    ['The fair is canceled. Her friend goes to prison.', 'sentences'],
    ['If she fails, he dies', 'sentences'],
    ['her brother hangs for it. So do I. He lied.', 'sentences'],
    ['Dr. Mara Quill', 'noun'],
    ['J. R. Ward', 'other'],
    ['a debt to Mrs. Cole', 'noun'],
    ['Mr. Cole. He lied.', 'sentences'],
  ];
  it.each(KINDS)('“%s” is a %s', (typed, kind) => {
    expect(phraseIn(typed).kind).toBe(kind);
  });

  it('is an infinitive only if that is certain', () => {
    expect(goalIn('To find out who sank it.')).toEqual({ kind: 'verb', text: 'find out who sank it' });
    expect(goalIn('she must find her brother')).toEqual({ kind: 'verb', text: 'find her brother' });
    expect(goalIn('reclaiming the throne').kind).toBe('gerund');
    expect(goalIn('revenge on the harbor board').kind).toBe('other');
    expect(goalIn('love').kind).toBe('other');
  });
});

describe('a blurb', () => {
  const FULL = {
    goal: 'To find out who sank the Aurora.',
    obstacle: 'A town that lives on the insurance money',
    stakes: 'her brother hangs for it',
    setting: 'a Cornish harbor, 1911',
    trigger: 'Her brother is arrested for the wreck',
    hook: 'Everyone agrees that it was a storm.',
  };

  it('uses each of the author’s notes once', () => {
    for (const text of draft('description', FULL)) {
      const lowered = text.toLowerCase();
      for (const part of [
        'find out who sank the aurora',
        'a town that lives on the insurance money',
        'her brother hangs for it',
        'a cornish harbor, 1911',
        'her brother is arrested for the wreck.',
        'everyone agrees that it was a storm.',
        'mara quill',
      ])
        expect(lowered.split(part)).toHaveLength(2);
    }
  });

  it('has three shapes: the person, the event, and the stakes first', () => {
    const firsts = draft('description', { ...FULL, hook: '' }).map((text) => text.split('\n\n')[0]);
    expect(firsts[0]).toMatch(/^A Cornish harbor, 1911\. .*Mara Quill, a retired ferry pilot,/);
    expect(firsts[1]).toBe('A Cornish harbor, 1911. Her brother is arrested for the wreck.');
    expect(firsts[2]).toMatch(/^Her brother hangs for it(—|, )unless Mara Quill, a retired ferry pilot, can find out/);
  });

  it('isn’t padded if the notes are short', () => {
    for (const text of draft('description')) expect(wordsIn(text).length).toBeLessThan(22);
  });

  it('keeps the capital of a name that is also a word', () => {
    const drafts = draft('description', {
      hero: 'Will Turner, a smith',
      goal: 'find the ledger',
      setting: 'in a flooded city',
      count: 10,
    });
    expect(drafts.join('\n')).toContain('In a flooded city, Will Turner, a smith, ');
    expect(drafts.join('\n')).not.toContain('will Turner');
  });

  it('ends the sentence about where a guide starts', () => {
    const drafts = draft('description', { genre: 'nonfiction', title: 'Calm', goal: 'sleep', setting: 'at home' });
    for (const text of drafts) expect(text).toMatch(/^Where it starts: at home\.(?:\s|$)/);
  });

  it('adds no English to notes in another language', () => {
    const german = { title: 'Nach dem Sturm', hero: 'Greta, eine junge Fischerin', goal: 'ihren Bruder finden' };
    for (const text of draft('description', { ...german, obstacle: 'das Dorf schweigt' }))
      expect(text).not.toMatch(/\b(must|meet|the|goal|mystery)\b/i);
  });
});

describe('a title', () => {
  it('uses the nouns of the place, object, and person fields', () => {
    const titles = draft('title', { place: 'Cornwall', object: 'an umbrella', person: 'a widow', count: 10 }).join(
      '\n',
    );
    for (const noun of [/Cornwall/, /Umbrella/, /Widow/]) expect(titles).toMatch(noun);
  });

  it('uses keywords whose role is known, and keeps a plural', () => {
    const titles = draft('title', { keywords: 'ledgers, enemies to lovers, fast-paced', count: 10 }).join('\n');
    expect(titles).toMatch(/Ledgers/);
    expect(titles).not.toMatch(/Ledger\b|Lovers|Fast/);
  });

  it('takes its nouns from the premise if no other is given', () => {
    for (const title of draft('title', { premise: 'A widow inherits a vineyard and a debt.', count: 10 }))
      expect(title).toMatch(/Widow|Vineyard|Debt/);
  });

  it('puts places after the right preposition', () => {
    const titles = (place: string) => draft('title', { place, count: 10 }).join('\n');
    expect(titles('the island')).toMatch(/on the Island/);
    expect(titles('Cornwall')).toMatch(/in Cornwall/);
    expect(titles('a lighthouse')).toMatch(/at the Lighthouse/);
    expect(titles('Grandma’s attic')).not.toMatch(/the Grandma/i);
  });

  it.each([
    [{ object: 'Umbrella' }, /^The Case of the Umbrella$/m],
    [{ object: 'Old map' }, /^The Case of the Old Map$|^The Missing Old Map$/m],
    [{ object: 'London map' }, /London Map$/m],
    [{ object: 'Letters' }, /^The Clue in the Letters$/m],
    [{ object: 'Excalibur' }, /^The Clue in Excalibur$/m],
    [{ object: 'Grandma’s ring' }, /^The Clue in Grandma’s Ring$/m],
    [{ place: 'Lighthouse' }, /^Murder at the Lighthouse$/m],
    [{ person: 'Widow' }, /^What the Widow Knew$/m],
    [{ person: 'Mara the witch' }, /^What Mara the Witch Knew$/m],
    [{ genre: 'nonfiction', keywords: 'Marketing' }, /^Marketing for Beginners$/m],
    [{ genre: 'nonfiction', keywords: 'Baby sleep' }, /^Baby Sleep for Beginners$/m],
  ])('tells a capital that only starts the field from a name: %o', (notes, title) => {
    expect(draft('title', { count: 10, ...notes }).join('\n')).toMatch(title);
  });

  it('can be found in every genre for an object with a capital or an owner', () => {
    for (const genre of GENRES)
      for (const object of ['Umbrella', 'Old map', 'Excalibur', 'grandma’s ring'])
        expect([genre, object, draft('title', { genre, object, count: 5 }).length]).toEqual([genre, object, 5]);
  });

  it('has no words for young people in a romance or erotica', () => {
    for (const genre of ['romance', 'erotica'] as const)
      for (const title of draft('title', { genre, keywords: 'girl, student, girl detective, inn', count: 10 }))
        expect(title).not.toMatch(/Girl|Student/);
  });

  it('doesn’t begin with a lowercase letter, is short, and isn’t a known title', () => {
    for (const { tool, options } of ENGLISH.filter(({ tool }) => tool === 'title'))
      for (const title of options) {
        expect([tool, title]).toEqual(['title', expect.stringMatching(/^[\p{Lu}\d“]/u)]);
        expect(title.length).toBeLessThanOrEqual(50);
      }
    expect(draft('title', { object: 'a body', place: 'the library', count: 10 })).not.toContain(
      'The Body in the Library',
    );
  });

  it('has enough patterns in every genre for ten titles', () => {
    for (const genre of GENRES) expect(draft('title', { genre, count: 10, premise: '' })).toHaveLength(10);
  });
});

describe('a character sheet', () => {
  it('uses the author’s words in every section', () => {
    const notes = { premise: 'A mapmaker finds a road on none of her maps.', object: 'a compass', goal: 'find it' };
    for (const sheet of draft('character', { genre: 'fantasy', name: 'Ines Vale', ...notes, count: 10 })) {
      const [head, ...lines] = sheet.split('\n');
      expect(head).toMatch(/^Ines Vale, the /);
      expect(lines.map((line) => line.split(':')[0])).toEqual([
        'Story',
        'Part',
        'Want',
        'Need',
        'Flaw',
        'Secret',
        'Voice',
        'Look',
        'Contradiction',
        'Turning point',
      ]);
      for (const line of lines) expect(line).toMatch(/road|maps|compass|find it|mapmaker/);
    }
  });

  it('has a different flaw for each option', () => {
    for (const genre of GENRES)
      expect(
        new Set(draft('character', { genre, count: 10 }).map((sheet) => /^Flaw: (.*?)\./m.exec(sheet)![1])).size,
      ).toBe(10);
  });
});

describe('a plot sheet', () => {
  it('has the genre’s seven beats, each with the author’s words', () => {
    const notes = {
      hero: 'Mara Quill',
      goal: 'find out who sank the Aurora',
      obstacle: 'a silent town',
      object: 'a ledger',
    };
    for (const genre of GENRES)
      for (const sheet of draft('plot', { genre, ...notes })) {
        const beats = sheet.split('\n').filter((line) => /^\d\. /.test(line));
        expect(beats.map((beat) => /^\d\. ([^:]+):/.exec(beat)![1])).toEqual(
          genres[genre].beats.map((beat) => beat.split('|')[0]),
        );
        for (const beat of beats)
          expect(beat).toMatch(/Mara|find out who sank the Aurora|a silent town|the ledger|the town/i);
      }
  });

  it('has one of ten angles, a different one for each option', () => {
    expect(new Set(draft('plot', { count: 10 }).map((sheet) => sheet.split('\n')[0])).size).toBe(10);
    expect([sheets.angles.length, sheets.guideAngles.length]).toEqual([10, 10]);
  });
});

describe('a pen name', () => {
  const penNames = (input: object) =>
    draft('pen_name', { count: 10, ...input }).map((option) => option.split('\n')[0]!);

  it('has a first and a last name of the same origin', () => {
    for (const origin of Object.keys(AI_ORIGINS) as (keyof typeof AI_ORIGINS)[]) {
      const { feminine, masculine, last } = names.origins[origin];
      const lasts = `${last} ${origin === 'english' ? names.surnames.mystery : ''}`.split(' ');
      for (const name of penNames({ origin, form: 'full' })) {
        expect(lasts, `${origin}: ${name}`).toContain(name.split(' ').at(-1));
        expect(`${feminine} ${masculine}`.split(' '), `${origin}: ${name}`).toContain(name.split(' ')[0]);
      }
    }
  });

  it('isn’t repeated, not even with initials', () => {
    for (const genre of GENRES) {
      const all = penNames({ genre }).map((name) => `${name[0]} ${name.split(' ').at(-1)}`);
      expect(new Set(all).size).toBe(10);
    }
  });

  it('keeps a first or last name from the input', () => {
    expect(penNames({ first_name: 'Zelda', form: 'full' }).every((name) => name.startsWith('Zelda '))).toBe(true);
    expect(penNames({ last_name: 'Marchetti' }).every((name) => name.endsWith(' Marchetti'))).toBe(true);
  });

  it('is never listed twice, even if the author gives both names', () => {
    for (const origin of Object.keys(AI_ORIGINS))
      for (const gender of Object.keys(AI_GENDERS))
        for (const form of Object.keys(PEN_NAME_FORMS)) {
          const all = penNames({ origin, gender, form, first_name: 'Nora', last_name: 'Whitlock' });
          expect([origin, gender, form, all.length >= 3]).toEqual([origin, gender, form, true]);
          expect(all).toEqual([...new Set(all)]);
        }
  });

  it('suggests a web address without accents', () => {
    const [, note] = draft('pen_name', { first_name: 'Élise', last_name: 'Łuków', form: 'full', count: 3 })[0]!.split(
      '\n',
    );
    expect(note).toMatch(/Look up elise([a-z])?lukow\.com before/);
  });

  it('suggests no web address for a name in another script', () => {
    const options = draft('pen_name', { genre: 'romance', first_name: '美玲', last_name: '王', count: 3 });
    expect(options.join('\n')).not.toContain('Look up');
  });
});

describe('the author’s words', () => {
  it.each([
    ['Old Tom Barrow', 'Old Tom Barrow', 'Old Tom'],
    ['Dr. Mara Quill, a nurse', 'Dr. Mara Quill, a nurse,', 'Dr. Mara'],
    ['St. John Rivers', 'St. John Rivers', 'St. John'],
    ['J. R. Ward', 'J. R. Ward', null],
    ['Darth Kael', 'Darth Kael', 'Darth Kael'],
    ['Chief engineer Sun Okoro', 'chief engineer Sun Okoro', 'Sun'],
    ['Ex-CIA operative Jack Reed', 'ex-CIA operative Jack Reed', 'Jack'],
    ['Animals', 'animals', null],
    ['Eleanor of the Marsh', 'Eleanor of the Marsh', 'Eleanor'],
    ['Lena und Jonas', 'Lena und Jonas', 'Lena und Jonas'],
  ])('name the hero “%s” naturally', (typed, mid, name) => {
    expect(parseHero(typed)).toMatchObject({ mid, name });
  });

  it('may begin with “bring”, which is a verb although it looks like a gerund', () => {
    expect(goalIn('bring one letter home')).toEqual({ kind: 'verb', text: 'bring one letter home' });
  });

  it('aren’t used as a noun if they’re an adverb or a verb', () => {
    const obstacle = 'the owner, who reads her far too well';
    const sheet = draft('plot', { genre: 'erotica', obstacle, premise: 'They will dance.' })[0]!;
    expect(sheet).not.toMatch(/the (well|will|dance)\b/);
    expect(sheet).toContain('What does the owner, who reads her far too well, have to do with it?');
  });

  it('yield only the last of two nouns in a row', () => {
    const sheet = draft('plot', { obstacle: 'the harvest festival' })[0]!;
    expect(sheet).toMatch(/about the festival/);
    expect(sheet).not.toMatch(/about the harvest/);
  });

  it('include the story’s nouns even if the hero’s description has all of them', () => {
    expect(draft('plot', { hero: 'an amateur sleuth with a parrot', object: 'a parrot' })[0]).toContain('the parrot');
  });

  it('make one of two lovers the lead of a romance', () => {
    const notes = { hero: 'Emma and Jack', goal: 'sell the inn' };
    expect(draft('plot', { genre: 'romance', ...notes })[0]).toContain('Your lead must tell the other person');
    expect(draft('plot', { genre: 'thriller', ...notes })[0]).toContain('Emma and Jack must act');
  });

  it('get the right possessive, and a capital as the last word of a title', () => {
    expect(['Agnes', 'the sisters', 'the seamstress'].map(possessive)).toEqual([
      'Agnes’s',
      'the sisters’',
      'the seamstress’s',
    ]);
    expect(titleCased('a parrot to die for')).toBe('A Parrot to Die For');
  });

  it('take “off” for places that take “on”', () => {
    const titles = draft('title', { genre: 'thriller', place: 'the ship', tone: 'tense', count: 10 }).join('\n');
    expect(titles).toContain('No Way Off the Ship');
  });

  it('count as repeated in a title even with different endings', () => {
    expect(repeatedWordIn('The Haunting of the Haunted House')).toBe('haunting');
    expect(repeatedWordIn('The Haunting of Hill House')).toBeNull();
  });
});

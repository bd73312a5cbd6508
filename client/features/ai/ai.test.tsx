import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { renderToString } from 'react-dom/server';
import { describe, expect, it } from 'vitest';
import { createEventParser } from '#client/api/event-stream.ts';
import { AI_INPUTS, type AiEvent } from '#shared/ai.ts';
import { AI_TOOLS } from '#shared/ai-tools.ts';
import { installZodMessages } from '#shared/validation.ts';
import { announcement, applyEvent, IDLE, isBusy, markAsking, markFailed, markStopped } from './progress.ts';
import { CHARACTER } from './public/BookCharacterScreen.tsx';
import { DESCRIPTION } from './public/BookDescriptionScreen.tsx';
import { PLOT } from './public/BookPlotScreen.tsx';
import { TITLE } from './public/BookTitleScreen.tsx';
import { clearBookDraft, readBookDraft, saveBookDraft } from './public/book-draft.ts';
import examples from './public/examples.json' with { type: 'json' };
import { PEN_NAME } from './public/PenNameScreen.tsx';
import { linesOf, Suggestions, SuggestionText } from './public/Suggestions.tsx';
import { TitleCheck } from './public/TitleChecks.tsx';
import { bodyFrom, TOOL_LINKS } from './public/tool-page.ts';
import { formatFractionalCents } from './staff/cents.ts';
import { SavedPrompts } from './staff/SavedPrompts.tsx';

installZodMessages();
const PAGES = [DESCRIPTION, PEN_NAME, CHARACTER, TITLE, PLOT];

describe('the events of a response', () => {
  it('are parsed wherever the text is split', () => {
    const text =
      'event: start\ndata: {"a":1}\n\nevent: text\ndata: {"text":"x\\n\\ny"}\n\n: a comment\n\ndata: 3\n\nevent: do';
    const expected = [
      { event: 'start', data: '{"a":1}' },
      { event: 'text', data: '{"text":"x\\n\\ny"}' },
      { event: 'message', data: '3' },
    ];
    for (let split = 0; split <= text.length; split++) {
      const parse = createEventParser();
      expect([...parse(text.slice(0, split)), ...parse(text.slice(split))]).toEqual(expected);
    }
  });

  const START: AiEvent = { event: 'start', data: { source: 'live', model: 'm', remaining: { hour: 9, day: 59 } } };
  const text = (option: number, words: string): AiEvent => ({ event: 'text', data: { option, text: words } });
  const DONE: AiEvent = {
    event: 'done',
    data: { tool: 'title', source: 'live', model: 'm', options: ['One', 'Two'], remaining: { hour: 9, day: 59 } },
  };

  it('extend the options, until the last event replaces them', () => {
    const written = [START, text(0, '1. O'), text(0, 'ne'), text(1, 'Tw')].reduce(applyEvent, markAsking(IDLE));
    expect(written).toMatchObject({ phase: 'writing', options: ['1. One', 'Tw'], model: 'm' });
    expect(announcement(written, 3)).toBe('Writing suggestion 2 of 3…');
    const done = applyEvent(written, DONE);
    expect(done).toMatchObject({ phase: 'done', options: ['One', 'Two'] });
    expect(announcement(done, 3)).toBe('2 suggestions are ready.');
    expect([isBusy(written), isBusy(done)]).toEqual([true, false]);
  });

  it('yield text that stays after a stop or failure, and remaining tries that stay for the next request', () => {
    const written = [START, text(0, 'One')].reduce(applyEvent, markAsking(IDLE));
    expect(markStopped(written)).toMatchObject({ phase: 'stopped', options: ['One'] });
    expect(markFailed(written, new Error('x'))).toMatchObject({ phase: 'failed', options: ['One'] });
    expect(markAsking(written)).toEqual({ ...IDLE, phase: 'asking', remaining: { hour: 9, day: 59 } });
  });
});

describe('a model’s text', () => {
  const PAYLOADS = [
    '<script>alert(1)</script>',
    '<img src=x onerror=alert(1)>',
    '"><svg/onload=alert(1)>',
    'Want: <iframe srcdoc="<script>alert(1)</script>">',
    '1. The body: <a href="javascript:alert(1)">x</a>',
    '[x](javascript:alert(1))',
    '&lt;b&gt; stays as it was typed',
    '</p></div><style>*{display:none}</style>',
    '<!-- --><math><mtext></mtext><mglyph><svg><mtext><textarea><path id="</textarea><img onerror=alert(1) src=1>">',
  ];
  /** The names of the elements in `html`. */
  const elements = (html: string) =>
    [...new Set([...html.matchAll(/<([a-z][\w-]*)/gi)].map(([, name]) => name!))].sort();

  it.each(PAYLOADS)('is shown as text: %s', (payload) => {
    for (const hasHeadline of [true, false]) {
      const html = renderToString(<SuggestionText text={`${payload}\n${payload}`} hasHeadline={hasHeadline} />);
      expect(elements(html).filter((name) => !['div', 'h3', 'p', 'strong'].includes(name))).toEqual([]);
    }
  });

  it('is shown as text in the whole list', () => {
    const progress = { ...IDLE, phase: 'done' as const, options: PAYLOADS, source: 'live' as const };
    const html = renderToString(
      <Suggestions
        progress={progress}
        tool="plot"
        unit="plot"
        requested={9}
        hasModel
        onUse={() => undefined}
        onGenerateAgain={() => undefined}
        onStop={() => undefined}
      />,
    );
    expect(elements(html)).toEqual(['button', 'div', 'h2', 'h3', 'li', 'ol', 'p', 'section', 'span']);
    expect(html).toContain('&lt;script&gt;alert(1)&lt;/script&gt;');
  });

  it('is split into labels and text', () => {
    const plot = linesOf('The Title\nPremise: A ship.\n2. The body: It: sank.\nno label here', { hasHeadline: true });
    expect(plot).toEqual({
      headline: 'The Title',
      lines: [
        { label: 'Premise', text: 'A ship.' },
        { label: '2. The body', text: 'It: sank.' },
        { label: null, text: 'no label here' },
      ],
    });
    expect(linesOf('Two things: first, a ship.\n\nSecond.', { hasHeadline: false })).toEqual({
      headline: null,
      lines: [
        { label: null, text: 'Two things: first, a ship.' },
        { label: null, text: 'Second.' },
      ],
    });
  });
});

describe('the source of suggestions', () => {
  const renderLabel = (source: 'live' | 'offline', hasModel: boolean) =>
    renderToString(
      <Suggestions
        progress={{ ...IDLE, phase: 'done', source, options: ['x'], remaining: { hour: 1, day: 5 } }}
        tool="title"
        unit="title"
        requested={3}
        hasModel={hasModel}
        onUse={null}
        onGenerateAgain={() => undefined}
        onStop={() => undefined}
      />,
    );

  it('is named if it isn’t a model', () => {
    expect(renderLabel('offline', false)).toContain('Drafts without an AI model');
    expect(renderLabel('offline', false)).toContain('No AI model is connected here.');
    expect(renderLabel('offline', true)).toContain('budget for it is used up');
    expect(renderLabel('live', true)).not.toContain('Drafts without an AI model');
  });

  it('comes with the number of tries left', () => {
    expect(renderLabel('live', true)).toContain('You have 1 try left this hour and 5 today.');
  });
});

describe('the five pages', () => {
  it('have the addresses that the links between them use', () => {
    expect(PAGES.map(({ tool }) => tool)).toEqual(AI_TOOLS);
    expect(PAGES.map(({ slug }) => slug)).toEqual([
      'book-description-generator',
      'pen-name-generator',
      'book-character-generator',
      'book-title-generator',
      'book-plot-generator',
    ]);
    expect(TOOL_LINKS.map(({ slug }) => slug)).toEqual(PAGES.map(({ slug }) => slug));
  });

  it('have forms whose minimal and full values the server accepts', () => {
    for (const { tool, fields, defaultCount } of PAGES) {
      const minimal = new FormData();
      const full = new FormData();
      for (const values of [minimal, full]) values.set('count', String(defaultCount));
      for (const field of fields) {
        const sample = field.kind === 'choice' ? Object.keys(field.choices).at(-1)! : 'x'.repeat(20);
        full.set(field.name, sample);
        const first = field.kind === 'choice' ? (field.defaultValue ?? '') : field.isRequired ? 'x' : '';
        minimal.set(field.name, first);
      }
      for (const values of [minimal, full]) {
        const body = bodyFrom(values, 7);
        const parsed = AI_INPUTS[tool].safeParse(body);
        expect(parsed.error?.issues ?? []).toEqual([]);
        expect(parsed.data).toMatchObject(body);
      }
      // The form has an input for every field.
      const known = Object.keys(AI_INPUTS[tool].shape).filter((name) => !['count', 'seed'].includes(name));
      expect(fields.map(({ name }) => name).sort()).toEqual(known.sort());
      for (const field of fields) {
        if (field.kind === 'choice') continue;
        full.set(field.name, 'x'.repeat(field.maxLength + 1));
        expect(AI_INPUTS[tool].safeParse(bodyFrom(full, 7)).success, `${tool}.${field.name}`).toBe(false);
        full.set(field.name, 'x');
      }
    }
  });

  it('have different tips, and texts that are long enough to help', () => {
    for (const { purpose, tips, example, seo, lead } of PAGES) {
      expect(purpose.join(' ').length).toBeGreaterThan(450);
      expect(tips).toHaveLength(5);
      expect(example.length).toBeGreaterThan(150);
      expect(seo.length).toBeLessThanOrEqual(160);
      expect(lead.length).toBeGreaterThan(50);
    }
    expect(new Set(PAGES.flatMap(({ tips }) => tips.map(({ text }) => text))).size).toBe(25);
  });

  it('have examples whose notes are fields of the form', () => {
    for (const { tool, fields } of PAGES) {
      const names = fields.map(({ name }) => name);
      expect(Object.keys(examples[tool].notes).filter((name) => !names.includes(name))).toEqual([]);
      expect(examples[tool].answers[0]!.length).toBeGreaterThan(15);
    }
  });
});

describe('a suggestion for a new book', () => {
  const store = () => {
    const values = new Map<string, string>();
    return {
      getItem: (name: string) => values.get(name) ?? null,
      setItem: (name: string, value: string) => void values.set(name, value),
      removeItem: (name: string) => void values.delete(name),
    };
  };

  it('is stored until it’s cleared', () => {
    const tab = store();
    saveBookDraft({ title: 'The Salt Ledger', description: 'Everyone agrees.' }, tab);
    expect(readBookDraft(tab)).toEqual({ title: 'The Salt Ledger', description: 'Everyone agrees.' });
    clearBookDraft(tab);
    expect(readBookDraft(tab)).toEqual({});
  });

  it.each(['null', '[]', 'nonsense', '{"title":3,"status":"active"}'])('is ignored if it’s invalid: %s', (text) => {
    const tab = store();
    tab.setItem('book_draft', text);
    expect(readBookDraft(tab)).toEqual({});
  });
});

it('formats costs down to a hundredth of a cent', () => {
  expect([0, 0.004, 0.3125, 2, 99.999, 245.7].map(formatFractionalCents)).toEqual([
    '0 ¢',
    'under 0.01 ¢',
    '0.31 ¢',
    '2 ¢',
    '100 ¢',
    '$2.46',
  ]);
});

it('uses the singular for one word and one character of a title', () => {
  expect(renderToString(<TitleCheck title="S" />)).toContain('1 word, 1 character.');
  expect(renderToString(<TitleCheck title="Gull Point" />)).toContain('2 words, 10 characters.');
});

it('disables “Save prompt” for a prompt without a name', () => {
  const html = renderToString(
    <QueryClientProvider client={new QueryClient()}>
      <SavedPrompts prompt="Write a blurb." onLoad={() => undefined} onSaved={() => undefined} />
    </QueryClientProvider>,
  );
  expect(html).toMatch(/<button type="submit"[^>]*aria-disabled="true"[^>]*><span[^>]*>Save prompt/);
});

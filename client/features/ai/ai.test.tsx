import { renderToString } from 'react-dom/server';
import { describe, expect, it } from 'vitest';
import { createEventParser } from '#client/api/event-stream.ts';
import { AI_INPUTS, type AiEvent } from '#shared/ai.ts';
import { AI_TOOLS } from '#shared/ai-tools.ts';
import { installZodMessages } from '#shared/validation.ts';
import { after, announcement, asking, isBusy, markFailed, markStopped, NOTHING_YET } from './progress.ts';
import { CHARACTER } from './public/BookCharacterScreen.tsx';
import { DESCRIPTION } from './public/BookDescriptionScreen.tsx';
import { PLOT } from './public/BookPlotScreen.tsx';
import { TITLE } from './public/BookTitleScreen.tsx';
import { forgetBookDraft, keepBookDraft, readBookDraft } from './public/book-draft.ts';
import examples from './public/examples.json' with { type: 'json' };
import { PEN_NAME } from './public/PenNameScreen.tsx';
import { linesOf, Suggestions, SuggestionText } from './public/Suggestions.tsx';
import { bodyFrom, TOOL_LINKS } from './public/tool-page.ts';
import { fineCents } from './staff/cents.ts';

installZodMessages();
const PAGES = [DESCRIPTION, PEN_NAME, CHARACTER, TITLE, PLOT];

describe('the events of an answer', () => {
  it('are found however the text is cut', () => {
    const text =
      'event: start\ndata: {"a":1}\n\nevent: text\ndata: {"text":"x\\n\\ny"}\n\n: a comment\n\ndata: 3\n\nevent: do';
    const expected = [
      { event: 'start', data: '{"a":1}' },
      { event: 'text', data: '{"text":"x\\n\\ny"}' },
      { event: 'message', data: '3' },
    ];
    for (let at = 0; at <= text.length; at++) {
      const parse = createEventParser();
      expect([...parse(text.slice(0, at)), ...parse(text.slice(at))]).toEqual(expected);
    }
  });

  const START: AiEvent = { event: 'start', data: { source: 'live', model: 'm', remaining: { hour: 9, day: 59 } } };
  const text = (option: number, words: string): AiEvent => ({ event: 'text', data: { option, text: words } });
  const DONE: AiEvent = {
    event: 'done',
    data: { tool: 'title', source: 'live', model: 'm', options: ['One', 'Two'], remaining: { hour: 9, day: 59 } },
  };

  it('grow the options, and the last one replaces them', () => {
    const written = [START, text(0, '1. O'), text(0, 'ne'), text(1, 'Tw')].reduce(after, asking(NOTHING_YET));
    expect(written).toMatchObject({ phase: 'writing', options: ['1. One', 'Tw'], model: 'm' });
    expect(announcement(written, 3)).toBe('Writing suggestion 2 of 3 …');
    const done = after(written, DONE);
    expect(done).toMatchObject({ phase: 'done', options: ['One', 'Two'] });
    expect(announcement(done, 3)).toBe('2 suggestions are ready.');
    expect([isBusy(written), isBusy(done)]).toEqual([true, false]);
  });

  it('keep the received text when stopped or failed, and the tries when the next request begins', () => {
    const written = [START, text(0, 'One')].reduce(after, asking(NOTHING_YET));
    expect(markStopped(written)).toMatchObject({ phase: 'stopped', options: ['One'] });
    expect(markFailed(written, new Error('x'))).toMatchObject({ phase: 'failed', options: ['One'] });
    expect(asking(written)).toEqual({ ...NOTHING_YET, phase: 'asking', remaining: { hour: 9, day: 59 } });
  });
});

describe('what a model writes', () => {
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
  /** The elements of a markup. */
  const elements = (html: string) =>
    [...new Set([...html.matchAll(/<([a-z][\w-]*)/gi)].map(([, name]) => name!))].sort();

  it.each(PAYLOADS)('is shown as text: %s', (payload) => {
    for (const hasHeadline of [true, false]) {
      const html = renderToString(<SuggestionText text={`${payload}\n${payload}`} hasHeadline={hasHeadline} />);
      expect(elements(html).filter((name) => !['div', 'h3', 'p', 'strong'].includes(name))).toEqual([]);
    }
  });

  it('is shown as text in the whole list, and is copied as it is', () => {
    const progress = { ...NOTHING_YET, phase: 'done' as const, options: PAYLOADS, source: 'live' as const };
    const html = renderToString(
      <Suggestions
        progress={progress}
        tool="plot"
        unit="plot"
        wanted={9}
        hasModel
        onUse={() => undefined}
        onAgain={() => undefined}
        onStop={() => undefined}
      />,
    );
    expect(elements(html)).toEqual(['button', 'div', 'h2', 'h3', 'li', 'ol', 'p', 'section', 'span']);
    expect(html).toContain('&lt;script&gt;alert(1)&lt;/script&gt;');
  });

  it('has its labels set off where lines have labels', () => {
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
        progress={{ ...NOTHING_YET, phase: 'done', source, options: ['x'], remaining: { hour: 1, day: 5 } }}
        tool="title"
        unit="title"
        wanted={3}
        hasModel={hasModel}
        onUse={null}
        onAgain={() => undefined}
        onStop={() => undefined}
      />,
    );

  it('is named if it isn’t a model', () => {
    expect(renderLabel('offline', false)).toContain('Drafts without a model');
    expect(renderLabel('offline', false)).toContain('No AI model is connected here.');
    expect(renderLabel('offline', true)).toContain('budget for it is used up');
    expect(renderLabel('live', true)).not.toContain('Drafts without a model');
  });

  it('and how many tries are left', () => {
    expect(renderLabel('live', true)).toContain('You have 1 try left this hour and 5 today.');
  });
});

describe('the five pages', () => {
  it('have the addresses that the menu links to', () => {
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

  it('have forms that send what the server takes, filled in little and fully', () => {
    for (const { tool, fields, count } of PAGES) {
      const little = new FormData();
      const full = new FormData();
      for (const values of [little, full]) values.set('count', String(count));
      for (const field of fields) {
        const some = field.kind === 'choice' ? Object.keys(field.choices).at(-1)! : 'x'.repeat(20);
        full.set(field.name, some);
        const first = field.kind === 'choice' ? (field.chosen ?? '') : field.isRequired ? 'x' : '';
        little.set(field.name, first);
      }
      for (const values of [little, full]) {
        const body = bodyFrom(values, 7);
        const parsed = AI_INPUTS[tool].safeParse(body);
        expect(parsed.error?.issues ?? []).toEqual([]);
        expect(parsed.data).toMatchObject(body);
      }
      // Every field has its place in the form.
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

  it('have texts of their own, of a length that helps', () => {
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

describe('a suggestion on its way into a book', () => {
  const store = () => {
    const kept = new Map<string, string>();
    return {
      getItem: (name: string) => kept.get(name) ?? null,
      setItem: (name: string, value: string) => void kept.set(name, value),
      removeItem: (name: string) => void kept.delete(name),
    };
  };

  it('arrives once', () => {
    const tab = store();
    keepBookDraft({ title: 'The Salt Ledger', description: 'Everyone agrees.' }, tab);
    expect(readBookDraft(tab)).toEqual({ title: 'The Salt Ledger', description: 'Everyone agrees.' });
    forgetBookDraft(tab);
    expect(readBookDraft(tab)).toEqual({});
  });

  it.each(['null', '[]', 'nonsense', '{"title":3,"status":"active"}'])('is nothing else: %s', (text) => {
    const tab = store();
    tab.setItem('book_draft', text);
    expect(readBookDraft(tab)).toEqual({});
  });
});

it('shows costs finer than a cent', () => {
  expect([0, 0.004, 0.3125, 2, 99.999, 245.7].map(fineCents)).toEqual([
    '0 ¢',
    'under 0.01 ¢',
    '0.31 ¢',
    '2 ¢',
    '100 ¢',
    '$2.46',
  ]);
});

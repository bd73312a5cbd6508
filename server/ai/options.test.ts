import { describe, expect, it } from 'vitest';
import { optionsIn } from './options.ts';

const text = (...options: unknown[]) => JSON.stringify({ options });

describe("options in a model's JSON", () => {
  it('are trimmed, deduplicated, and limited to the requested number', () => {
    expect(optionsIn(text(' One ', 'Two\nmore', 'One', '', 'Three', 'Four'), 3)).toEqual(['One', 'Two\nmore', 'Three']);
  });

  it('are only the complete ones in truncated JSON', () => {
    const complete = text('One, "two"', 'Three\n', 'Four');
    expect(optionsIn(complete.slice(0, complete.indexOf('Four') + 2), 3)).toEqual(['One, "two"', 'Three']);
    for (let at = 0; at <= complete.length; at++)
      for (const option of optionsIn(complete.slice(0, at), 3))
        expect(['One, "two"', 'Three', 'Four']).toContain(option);
  });

  it('are empty for anything else', () => {
    for (const other of ['', '{}', '[]', 'null', '"x"', 'Sure! "One", "Two"', '{"options":"x"}', text(1, null)])
      expect(optionsIn(other, 3)).toEqual([]);
  });

  it("have no characters that can't be stored", () => {
    expect(optionsIn('{"options":["O\\u0000ne\\ud800"]}', 3)).toEqual(['One\ufffd']);
  });
});

import { describe, expect, it } from 'vitest';
import { optionStream, optionsIn } from './options.ts';

const titles = { tool: 'title', count: 3, isCut: false } as const;

describe("options in a model's text", () => {
  it('are separated by lines of dashes', () => {
    expect(optionsIn('One\n---\nTwo\nmore\n\n---\n\nThree', titles)).toEqual(['One', 'Two\nmore', 'Three']);
  });

  it('lose numbers, headings, asterisks, and quotation marks', () => {
    const text = '1. **One**\n---\n## Option 2: Two\n---\n“Three”';
    expect(optionsIn(text, titles)).toEqual(['One', 'Two', 'Three']);
  });

  it('are found in numbered lists and plain lines, for tools whose options are one line long', () => {
    expect(optionsIn('1. One\n2. Two\n3) Three', titles)).toEqual(['One', 'Two', 'Three']);
    expect(optionsIn('One\nTwo\nThree', titles)).toEqual(['One', 'Two', 'Three']);
    expect(optionsIn('A first line\nand a second', { ...titles, tool: 'plot' })).toEqual([
      'A first line\nand a second',
    ]);
  });

  it('are limited to the requested number', () => {
    expect(optionsIn('One\n---\nTwo\n---\nThree\n---\nFour', titles)).toEqual(['One', 'Two', 'Three']);
  });

  it('omit a truncated last one, unless it is the only one', () => {
    expect(optionsIn('One\n---\nTwo\n---\nTh', { ...titles, isCut: true })).toEqual(['One', 'Two']);
    expect(optionsIn('On', { ...titles, isCut: true })).toEqual(['On']);
    expect(optionsIn('One\n---\nTwo\n---\nThree\n---\nFo', { ...titles, isCut: true })).toEqual([
      'One',
      'Two',
      'Three',
    ]);
  });

  it("drop characters that can't be stored", () => {
    expect(optionsIn('O\0ne\ud800\n---\nTwo', titles)).toEqual(['One\ufffd', 'Two']);
  });

  it('are an empty list for empty text', () => {
    expect(optionsIn(' \n---\n ', titles)).toEqual([]);
  });
});

describe('the stream of options', () => {
  const all = (chunks: string[]) => {
    const { take, end } = optionStream();
    const texts: string[] = [];
    for (const { option, text } of [...chunks.flatMap((chunk) => take(chunk)), ...end()])
      texts[option] = (texts[option] ?? '') + text;
    return texts;
  };

  it('is the same however the text is cut into chunks', () => {
    const text = 'One - two\n---\nThree\n-- four\n\n---\nFive';
    const expected = ['One - two\n', 'Three\n-- four\n\n', 'Five'];
    expect(all([text])).toEqual(expected);
    expect(all([...text])).toEqual(expected);
    for (let at = 1; at < text.length; at++) expect(all([text.slice(0, at), text.slice(at)])).toEqual(expected);
  });

  it('emits a line while it is still being written', () => {
    const { take } = optionStream();
    expect(take('The sa')).toEqual([{ option: 0, text: 'The sa' }]);
    expect(take('lt')).toEqual([{ option: 0, text: 'lt' }]);
    expect(take('\n--')).toEqual([{ option: 0, text: '\n' }]);
    expect(take('-\nNext')).toEqual([{ option: 1, text: 'Next' }]);
  });

  it('omits a separator at the end', () => {
    expect(all(['One\n', '---'])).toEqual(['One\n']);
    expect(all(['One\n', '--'])).toEqual(['One\n--']);
  });
});

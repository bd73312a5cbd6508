/** The toolbar's edits of a text and its selection. All pure. */
export type Edit = { text: string; start: number; end: number };
export type Mark = 'bold' | 'italic' | 'code' | 'heading' | 'list' | 'numbers' | 'quote' | 'link' | 'picture';

const AROUND: { [mark in Mark]?: { sign: string; words: string } } = {
  bold: { sign: '**', words: 'bold words' },
  italic: { sign: '*', words: 'words in italics' },
  code: { sign: '`', words: 'code' },
};
const BEFORE_LINES: { [mark in Mark]?: (line: number) => string } = {
  heading: () => '## ',
  list: () => '- ',
  numbers: (line) => `${line + 1}. `,
  quote: () => '> ',
};

/** Adds the mark to the selection, or removes it if it's there. `url` is the link's or the picture's. */
export function withMark(edit: Edit, mark: Mark, url = 'https://'): Edit {
  const around = AROUND[mark];
  if (around) return wrap(edit, around);
  const before = BEFORE_LINES[mark];
  if (before) return prefixLines(edit, before);
  return insertLink(edit, mark === 'picture' ? '!' : '', url);
}

function wrap({ text, start, end }: Edit, { sign, words }: { sign: string; words: string }): Edit {
  const chosen = text.slice(start, end);
  const isMarked = text.slice(start - sign.length, start) === sign && text.slice(end, end + sign.length) === sign;
  if (isMarked) {
    const bare = text.slice(0, start - sign.length) + chosen + text.slice(end + sign.length);
    return { text: bare, start: start - sign.length, end: end - sign.length };
  }
  const inner = chosen || words;
  const marked = text.slice(0, start) + sign + inner + sign + text.slice(end);
  return { text: marked, start: start + sign.length, end: start + sign.length + inner.length };
}

function prefixLines({ text, start, end }: Edit, before: (line: number) => string): Edit {
  const from = text.lastIndexOf('\n', start - 1) + 1;
  const to = text.indexOf('\n', end) < 0 ? text.length : text.indexOf('\n', end);
  const lines = text.slice(from, to).split('\n');
  const isMarked = lines.every((line, index) => line.startsWith(before(index)));
  const changed = lines
    .map((line, index) => (isMarked ? line.slice(before(index).length) : before(index) + line))
    .join('\n');
  return { text: text.slice(0, from) + changed + text.slice(to), start: from, end: from + changed.length };
}

function insertLink({ text, start, end }: Edit, sign: '' | '!', url: string): Edit {
  const words = text.slice(start, end) || (sign ? 'what it shows' : 'the words of the link');
  const begin = `${sign}[`;
  const marked = `${text.slice(0, start)}${begin}${words}](${url})${text.slice(end)}`;
  return { text: marked, start: start + begin.length, end: start + begin.length + words.length };
}

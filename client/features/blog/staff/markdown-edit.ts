/** A text and its selection, before or after one of the toolbar's edits. */
export type Edit = { text: string; start: number; end: number };
export type Mark = 'bold' | 'italic' | 'code' | 'heading' | 'list' | 'numbers' | 'quote' | 'link' | 'picture';

const INLINE_MARKS: { [mark in Mark]?: { marker: string; placeholder: string } } = {
  bold: { marker: '**', placeholder: 'bold text' },
  italic: { marker: '*', placeholder: 'italic text' },
  code: { marker: '`', placeholder: 'code' },
};
const LINE_MARKS: { [mark in Mark]?: (line: number) => string } = {
  heading: () => '## ',
  list: () => '- ',
  numbers: (line) => `${line + 1}. `,
  quote: () => '> ',
};

/** Adds the mark to the selection, or removes it if it's there. Links and pictures, which use `url`, are only added. */
export function withMark(edit: Edit, mark: Mark, url = 'https://'): Edit {
  const inline = INLINE_MARKS[mark];
  if (inline) return wrap(edit, inline);
  const prefix = LINE_MARKS[mark];
  if (prefix) return prefixLines(edit, prefix);
  return insertLink(edit, mark === 'picture' ? '!' : '', url);
}

function wrap({ text, start, end }: Edit, { marker, placeholder }: { marker: string; placeholder: string }): Edit {
  const selected = text.slice(start, end);
  const isMarked =
    text.slice(start - marker.length, start) === marker &&
    text.slice(end, end + marker.length) === marker &&
    (marker !== '*' || isItalic(text, start, end));
  if (isMarked) {
    const unmarked = text.slice(0, start - marker.length) + selected + text.slice(end + marker.length);
    return { text: unmarked, start: start - marker.length, end: end - marker.length };
  }
  const inner = selected || placeholder;
  const marked = text.slice(0, start) + marker + inner + marker + text.slice(end);
  return { text: marked, start: start + marker.length, end: start + marker.length + inner.length };
}

/** True if an odd number of asterisks is on each side: two are bold, three are bold and italic. */
const isItalic = (text: string, start: number, end: number) =>
  [/\**$/.exec(text.slice(0, start)), /^\**/.exec(text.slice(end))].every((match) => match![0].length % 2 === 1);

function prefixLines({ text, start, end }: Edit, prefix: (line: number) => string): Edit {
  const from = text.slice(0, start).lastIndexOf('\n') + 1;
  const to = text.indexOf('\n', end) < 0 ? text.length : text.indexOf('\n', end);
  const lines = text.slice(from, to).split('\n');
  const isMarked = lines.every((line, index) => line.startsWith(prefix(index)));
  const changed = lines
    .map((line, index) => (isMarked ? line.slice(prefix(index).length) : prefix(index) + line))
    .join('\n');
  return { text: text.slice(0, from) + changed + text.slice(to), start: from, end: from + changed.length };
}

function insertLink({ text, start, end }: Edit, marker: '' | '!', url: string): Edit {
  const label = text.slice(start, end) || (marker ? 'description' : 'link text');
  const opening = `${marker}[`;
  const marked = `${text.slice(0, start)}${opening}${label}](${url})${text.slice(end)}`;
  return { text: marked, start: start + opening.length, end: start + opening.length + label.length };
}

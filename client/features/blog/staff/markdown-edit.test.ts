import { expect, it } from 'vitest';
import { type Mark, withMark } from './markdown-edit.ts';

/** '‹' and '›' stand around what is selected. */
function marked(text: string, mark: Mark, url?: string) {
  const [start, end] = [text.indexOf('‹'), text.indexOf('›') - 1];
  const edit = withMark({ text: text.replace(/[‹›]/g, ''), start, end }, mark, url);
  return `${edit.text.slice(0, edit.start)}‹${edit.text.slice(edit.start, edit.end)}›${edit.text.slice(edit.end)}`;
}

it('puts signs around the selected words, and takes them away again', () => {
  expect(marked('Set ‹your› price', 'bold')).toBe('Set **‹your›** price');
  expect(marked('Set **‹your›** price', 'bold')).toBe('Set ‹your› price');
  expect(marked('Set ‹your› price', 'italic')).toBe('Set *‹your›* price');
  expect(marked('Set ‹your› price', 'code')).toBe('Set `‹your›` price');
});

it('puts words there where nothing is selected', () => {
  expect(marked('Set ‹›', 'bold')).toBe('Set **‹bold words›**');
});

it('begins each selected line with its sign, and takes it away again', () => {
  expect(marked('a\nb‹b\ncc›c\nd', 'list')).toBe('a\n‹- bb\n- ccc›\nd');
  expect(marked('a\n‹- bb\n- ccc›\nd', 'list')).toBe('a\n‹bb\nccc›\nd');
  expect(marked('‹one\ntwo›', 'numbers')).toBe('‹1. one\n2. two›');
  expect(marked('He‹›re', 'heading')).toBe('‹## Here›');
  expect(marked('‹said›', 'quote')).toBe('‹> said›');
});

it('makes links and pictures of the selected words', () => {
  expect(marked('See ‹the rules›.', 'link')).toBe('See [‹the rules›](https://).');
  expect(marked('‹›', 'picture', '/media/photos/1.webp')).toBe('![‹what it shows›](/media/photos/1.webp)');
});

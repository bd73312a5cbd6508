import { expect, it } from 'vitest';
import { type Mark, withMark } from './markdown-edit.ts';

/** '‹' and '›' enclose the selection. */
function applyMark(text: string, mark: Mark, url?: string) {
  const [start, end] = [text.indexOf('‹'), text.indexOf('›') - 1];
  const edit = withMark({ text: text.replace(/[‹›]/g, ''), start, end }, mark, url);
  return `${edit.text.slice(0, edit.start)}‹${edit.text.slice(edit.start, edit.end)}›${edit.text.slice(edit.end)}`;
}

it('puts signs around the selected words, and takes them away again', () => {
  expect(applyMark('Set ‹your› price', 'bold')).toBe('Set **‹your›** price');
  expect(applyMark('Set **‹your›** price', 'bold')).toBe('Set ‹your› price');
  expect(applyMark('Set ‹your› price', 'italic')).toBe('Set *‹your›* price');
  expect(applyMark('Set ‹your› price', 'code')).toBe('Set `‹your›` price');
});

it('puts words there where nothing is selected', () => {
  expect(applyMark('Set ‹›', 'bold')).toBe('Set **‹bold words›**');
});

it('begins each selected line with its sign, and takes it away again', () => {
  expect(applyMark('a\nb‹b\ncc›c\nd', 'list')).toBe('a\n‹- bb\n- ccc›\nd');
  expect(applyMark('a\n‹- bb\n- ccc›\nd', 'list')).toBe('a\n‹bb\nccc›\nd');
  expect(applyMark('‹one\ntwo›', 'numbers')).toBe('‹1. one\n2. two›');
  expect(applyMark('He‹›re', 'heading')).toBe('‹## Here›');
  expect(applyMark('‹said›', 'quote')).toBe('‹> said›');
});

it('makes links and pictures of the selected words', () => {
  expect(applyMark('See ‹the rules›.', 'link')).toBe('See [‹the rules›](https://).');
  expect(applyMark('‹›', 'picture', '/media/photos/1.webp')).toBe('![‹what it shows›](/media/photos/1.webp)');
});

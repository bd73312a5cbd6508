import { expect, it } from 'vitest';
import { type Mark, withMark } from './markdown-edit.ts';

/** '‹' and '›' enclose the selection. */
function applyMark(text: string, mark: Mark, url?: string) {
  const [start, end] = [text.indexOf('‹'), text.indexOf('›') - 1];
  const edit = withMark({ text: text.replace(/[‹›]/g, ''), start, end }, mark, url);
  return `${edit.text.slice(0, edit.start)}‹${edit.text.slice(edit.start, edit.end)}›${edit.text.slice(edit.end)}`;
}

it('adds markers around the selection, and removes them again', () => {
  expect(applyMark('Set ‹your› price', 'bold')).toBe('Set **‹your›** price');
  expect(applyMark('Set **‹your›** price', 'bold')).toBe('Set ‹your› price');
  expect(applyMark('Set ‹your› price', 'italic')).toBe('Set *‹your›* price');
  expect(applyMark('Set ‹your› price', 'code')).toBe('Set `‹your›` price');
});

it('adds italics to bold text, and removes each again', () => {
  expect(applyMark('Set **‹your›** price', 'italic')).toBe('Set ***‹your›*** price');
  expect(applyMark('Set ***‹your›*** price', 'italic')).toBe('Set **‹your›** price');
  expect(applyMark('Set ***‹your›*** price', 'bold')).toBe('Set *‹your›* price');
});

it('inserts a placeholder if nothing is selected', () => {
  expect(applyMark('Set ‹›', 'bold')).toBe('Set **‹bold text›**');
});

it('adds a marker to each selected line, and removes it again', () => {
  expect(applyMark('a\nb‹b\ncc›c\nd', 'list')).toBe('a\n‹- bb\n- ccc›\nd');
  expect(applyMark('a\n‹- bb\n- ccc›\nd', 'list')).toBe('a\n‹bb\nccc›\nd');
  expect(applyMark('‹one\ntwo›', 'numbers')).toBe('‹1. one\n2. two›');
  expect(applyMark('He‹›re', 'heading')).toBe('‹## Here›');
  expect(applyMark('‹said›', 'quote')).toBe('‹> said›');
  expect(applyMark('‹›\nHere', 'list')).toBe('‹- ›\nHere');
});

it('turns the selection into a link, and inserts a picture', () => {
  expect(applyMark('See ‹the rules›.', 'link')).toBe('See [‹the rules›](https://).');
  expect(applyMark('‹›', 'picture', '/media/photos/1.webp')).toBe('![‹description›](/media/photos/1.webp)');
});

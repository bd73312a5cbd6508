import { expect, it } from 'vitest';
import { formatDuration, msLeftAt } from './Countdown.tsx';
import { dealEndText } from './card-book.ts';
import { toSentence } from './field-errors.ts';
import { splitByWords } from './HighlightWords.tsx';
import { passwordHint } from './password-hint.ts';
import { calendarDay } from './shell.ts';

it('says when a deal ends', () => {
  expect(dealEndText('2026-11-21', '2026-11-21')).toBe('Ends today');
  expect(dealEndText('2026-11-22', '2026-11-21')).toBe('Ends tomorrow');
  expect(dealEndText('2026-11-28', '2026-11-21')).toBe('Ends in 7 days');
  expect(dealEndText('2026-12-24', '2026-11-21')).toBe('Until Dec 24');
  expect(dealEndText('2026-11-20', '2026-11-21')).toBe('Ended');
});

it('counts down in days, hours, minutes, and seconds', () => {
  expect(formatDuration(93_784_000)).toBe('1 d 02:03:04');
  expect(formatDuration(59_999)).toBe('00:00:59');
  expect(formatDuration(0)).toBe('00:00:00');
});

it('counts down from the latest time of the server', () => {
  const until = '2026-11-21T17:00:00Z';
  expect(msLeftAt(90_000, { until, now: '2026-11-21T16:50:00Z', received_at: 30_000 })).toBe(540_000);
  // `now` arrived after the last tick.
  expect(msLeftAt(90_000, { until, now: '2026-11-21T16:51:00Z', received_at: 90_500 })).toBe(540_000);
  expect(msLeftAt(0, { until, now: '2026-11-21T17:01:00Z', received_at: 0 })).toBe(0);
});

it('puts the label before a message that isn’t a complete sentence', () => {
  expect(toSentence('Email', 'isn’t a valid email address')).toBe('Email isn’t a valid email address');
  expect(toSentence('Email', 'Please enter an email address')).toBe('Please enter an email address');
});

it('rates a password by its length and variety', () => {
  expect(passwordHint('abcdefg')).toBe('1 more character needed.');
  expect(passwordHint('🦦🌧🫖🪁')).toBe('4 more characters needed.');
  expect(passwordHint('🦦🌧🫖🪁🧭🪵🐝🍋')).toBe('Fair. Longer is stronger.');
  expect(passwordHint('aaaaaaaaaaaaaaaaaaaa')).toBe('Weak: mostly the same few characters.');
  expect(passwordHint('kettle-9')).toBe('Fair. Longer is stronger.');
  expect(passwordHint('kettle otter rain')).toBe('Strong.');
});

it('returns the date in Vancouver before and after the cutoff and midnight', () => {
  const before = { business_date: '2026-11-21', next_cutoff_at: '2026-11-21T17:00:00Z' };
  const after = { business_date: '2026-11-22', next_cutoff_at: '2026-11-22T17:00:00Z' };
  expect(calendarDay({ ...before, now: '2026-11-21T07:00:00Z' })).toBe('2026-11-21');
  expect(calendarDay({ ...before, now: '2026-11-21T16:59:59Z' })).toBe('2026-11-21');
  expect(calendarDay({ ...after, now: '2026-11-21T17:00:00Z' })).toBe('2026-11-21');
  expect(calendarDay({ ...after, now: '2026-11-22T06:59:59Z' })).toBe('2026-11-21');
});

it('ignores case when highlighting the search words', () => {
  expect(splitByWords('The Moonstone and the moon', 'MOON')).toEqual([
    { part: 'The ', isMatch: false },
    { part: 'Moon', isMatch: true },
    { part: 'stone and the ', isMatch: false },
    { part: 'moon', isMatch: true },
  ]);
});

it('treats punctuation in the search words literally', () => {
  expect(splitByWords('Why (not)?', '(not)?')).toEqual([
    { part: 'Why ', isMatch: false },
    { part: '(not)?', isMatch: true },
  ]);
  expect(splitByWords('Emma', '  ')).toEqual([{ part: 'Emma', isMatch: false }]);
});

/** Puts brackets around the matches. */
const highlight = (text: string, words: string) =>
  splitByWords(text, words)
    .map(({ part, isMatch }) => (isMatch ? `[${part}]` : part))
    .join('');

it('highlights each of the search words', () => {
  expect(highlight('The Quiet Harbor', 'harbor quiet')).toBe('The [Quiet] [Harbor]');
  expect(highlight('Moonstone', 'moon moonstone')).toBe('[Moonstone]');
});

it('highlights one or two letters only at the start of a word', () => {
  expect(highlight('A Room of One’s Own, as a draft', 'a ro')).toBe('[A] [Ro]om of One’s Own, [a]s [a] draft');
});

it('ignores accents, as the search does', () => {
  expect(highlight('Zoë Brontë', 'bronte')).toBe('Zoë [Brontë]');
  expect(highlight('Zoe Bronte', 'Brontë')).toBe('Zoe [Bronte]');
  expect(highlight('İzmir and Straße', 'and')).toBe('İzmir [and] Straße');
});

import { expect, it } from 'vitest';
import { duration } from './Countdown.tsx';
import { dealEnds } from './deal-ends.ts';
import { sentence } from './Field.tsx';
import { passwordHint } from './password-hint.ts';
import { calendarDay } from './shell.ts';

it('says when a deal ends', () => {
  expect(dealEnds('2026-11-21', '2026-11-21')).toBe('Ends today');
  expect(dealEnds('2026-11-22', '2026-11-21')).toBe('Ends tomorrow');
  expect(dealEnds('2026-11-28', '2026-11-21')).toBe('Ends in 7 days');
  expect(dealEnds('2026-12-24', '2026-11-21')).toBe('Until Dec 24');
  expect(dealEnds('2026-11-20', '2026-11-21')).toBe('Ended');
});

it('counts down in days, hours, minutes and seconds', () => {
  expect(duration(93_784_000)).toBe('1 d 02:03:04');
  expect(duration(59_999)).toBe('00:00:59');
  expect(duration(0)).toBe('00:00:00');
});

it('reads a message on after its label, unless it is a sentence of its own', () => {
  expect(sentence('Email', 'is not a valid email address')).toBe('Email is not a valid email address');
  expect(sentence('Email', 'Please enter an email address')).toBe('Please enter an email address');
});

it('judges a password by its length and variety', () => {
  expect(passwordHint('abcdefg')).toBe('1 more character to go.');
  expect(passwordHint('aaaaaaaaaaaaaaaaaaaa')).toBe('Weak: mostly the same few characters.');
  expect(passwordHint('kettle-9')).toBe('Fair. Longer is stronger.');
  expect(passwordHint('kettle otter rain')).toBe('Strong.');
});

it('knows the day in Vancouver on both sides of the cutoff and of midnight', () => {
  const before = { business_date: '2026-11-21', next_cutoff_at: '2026-11-21T17:00:00Z' };
  const after = { business_date: '2026-11-22', next_cutoff_at: '2026-11-22T17:00:00Z' };
  expect(calendarDay({ ...before, now: '2026-11-21T07:00:00Z' })).toBe('2026-11-21');
  expect(calendarDay({ ...before, now: '2026-11-21T16:59:59Z' })).toBe('2026-11-21');
  expect(calendarDay({ ...after, now: '2026-11-21T17:00:00Z' })).toBe('2026-11-21');
  expect(calendarDay({ ...after, now: '2026-11-22T06:59:59Z' })).toBe('2026-11-21');
});

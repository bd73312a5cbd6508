import { expect, it } from 'vitest';
import { calendarFile, parseEvent } from './calendar-file.ts';

it.each([
  ['16 weeks before: Final title', { days: -112, text: 'Final title' }],
  ['1 week before: Everything scheduled', { days: -7, text: 'Everything scheduled' }],
  ['3 days after: second\n email', { days: 3, text: 'second email' }],
  ['On the day: open every page', { days: 0, text: 'open every page' }],
  ['Sometime: rest', null],
])('parses %j', (item, event) => {
  expect(parseEvent(item)).toEqual(event);
});

it('writes all-day events around the launch date', () => {
  const events = [
    { days: -112, text: 'Title; cover, and a brief' },
    { days: 3, text: 'Second email, to those who did not click the first, with another reason to look' },
  ];
  expect(calendarFile({ date: '2027-03-02', now: '2026-11-23T08:30:00.000Z', events }).split('\r\n')).toEqual([
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Deckle//Launch calendar//EN',
    'BEGIN:VEVENT',
    'UID:launch-2027-03-02-0@deckle',
    'DTSTAMP:20261123T083000Z',
    'DTSTART;VALUE=DATE:20261110',
    'SUMMARY:Title\\; cover\\, and a brief',
    'END:VEVENT',
    'BEGIN:VEVENT',
    'UID:launch-2027-03-02-1@deckle',
    'DTSTAMP:20261123T083000Z',
    'DTSTART;VALUE=DATE:20270305',
    'SUMMARY:Second email\\, to those who did not click the first\\',
    ' , with another reason to look',
    'END:VEVENT',
    'END:VCALENDAR',
    '',
  ]);
});

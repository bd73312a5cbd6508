import { describe, expect, it } from 'vitest';
import { clichesIn, countWords, fieldToAddTo, missingKeywords, namesIn } from './blurb.ts';
import { checkTitle, kindleSearchUrl } from './title-checks.ts';

describe('a blurb’s checks', () => {
  it('count words and find names', () => {
    expect(countWords('Mara’s slow-burning debt: 30 years.')).toBe(5);
    expect(namesIn('When Mara Quill finds Tom, the storm ends. Mara’s brother lies to Ann Vane.')).toEqual([
      'Mara Quill',
      'Tom',
      'Ann Vane',
    ]);
    expect(namesIn('Mara Quill must find Tom. The Salt Ledger is a mystery.', 'The Salt Ledger')).toEqual([
      'Mara Quill',
      'Tom',
    ]);
  });

  it('find clichés with any capitals, but only as whole words', () => {
    expect(clichesIn("In Polmear, Nothing is what it seems, and it's a race against time.")).toEqual([
      'nothing is what it seems',
      'race against time',
    ]);
    expect(clichesIn('A trace against timetables.')).toEqual([]);
  });

  it('list missing keywords, and accept a plural', () => {
    expect(missingKeywords('The fog and two ledgers.', 'fog, ledger, shipwrecks')).toEqual(['shipwrecks']);
    expect(missingKeywords('A warm night at the witches’ gas-lit game.', 'war, gas, witch, !')).toEqual(['war']);
  });

  it('suggest the first empty field, then the first short one', () => {
    expect(fieldToAddTo({ goal: 'win', obstacle: '' })).toBe('obstacle');
    const long = 'one two three four five six seven eight nine ten eleven twelve';
    const all = { goal: long, obstacle: 'short', stakes: long, trigger: long, turn: long, setting: long, hook: long };
    expect(fieldToAddTo({ ...all, readers: long })).toBe('obstacle');
    expect(fieldToAddTo({ ...all, obstacle: long, readers: long })).toBeNull();
  });
});

describe('a title’s checks', () => {
  it('warn of known books, repeated words, and long titles', () => {
    expect(checkTitle('dune').warnings).toEqual(['A well-known book has this title.']);
    expect(checkTitle('The Secret of the Secrets').warnings).toEqual(['It repeats “secret”.']);
    expect(checkTitle('The Very Long Story of a Lighthouse').warnings).toEqual([
      'It may be too long to read on a cover thumbnail.',
    ]);
    expect(checkTitle('The Salt Ledger')).toEqual({ characters: 15, words: 3, warnings: [] });
  });

  it('link to a search for the exact title', () => {
    expect(kindleSearchUrl(' Salt & Fog ')).toBe('https://www.amazon.com/s?i=digital-text&k=%22Salt%20%26%20Fog%22');
  });
});

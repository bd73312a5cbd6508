import { expect, it } from 'vitest';
import { siteCheckInput } from './staff/UserSiteChecksScreen.tsx';

const values = (entries: [string, string][]) => {
  const form = new FormData();
  for (const [name, value] of entries) form.append(name, value);
  return form;
};
const fields: [string, string][] = [
  ['source', ' https://site.example/prices '],
  ['min_usd', '12.5'],
  ['max_usd', ''],
  ['kind', ' newsletter '],
  ['audience_claim', ''],
  ['audience_size', '9000'],
];

it('sends only the checked facts', () => {
  expect(siteCheckInput(values([...fields, ['seen', 'price'], ['seen', 'kind']]))).toEqual({
    source: 'https://site.example/prices',
    facts: { price: { min_usd: 12.5, max_usd: null }, kind: 'newsletter' },
  });
});

it('sends the audience size with the claim about it', () => {
  expect(siteCheckInput(values([...fields, ['seen', 'audience_claim']]))?.facts).toEqual({
    audience_claim: '',
    audience_size: 9000,
  });
});

it('sends nothing if no fact is checked', () => {
  expect(siteCheckInput(values(fields))).toBeNull();
});

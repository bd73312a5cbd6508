import { expect, it } from 'vitest';
import { framedMail } from './framed-mail.ts';

const PAGE = { nonce: 'abc', app_url: 'https://deckle.test' };

it('gives the mail’s own styles the page’s nonce, and opens its links outside', () => {
  const html = '<html><head lang="en"><style>a{}</style><style type="text/css">b{}</style></head><body>x</body></html>';
  expect(framedMail(html, PAGE)).toBe(
    '<html><head lang="en"><base target="_blank"><style nonce="abc">a{}</style><style nonce="abc" type="text/css">b{}</style></head><body>x</body></html>',
  );
});

it('takes our own pictures from where the page is', () => {
  expect(framedMail('<img src="https://deckle.test/media/covers/1.svg"><img src="https://x.test/1.svg">', PAGE)).toBe(
    '<img src="/media/covers/1.svg"><img src="https://x.test/1.svg">',
  );
});

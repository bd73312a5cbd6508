import { expect, it } from 'vitest';
import { emailFrameHtml } from './email-frame.ts';

const PAGE = { nonce: 'abc', app_url: 'https://deckle.test' };

it('adds the page’s nonce to the email’s styles, and opens its links in a new tab', () => {
  const html = '<html><head lang="en"><style>a{}</style><style type="text/css">b{}</style></head><body>x</body></html>';
  expect(emailFrameHtml(html, PAGE)).toBe(
    '<html><head lang="en"><base target="_blank"><style nonce="abc">a{}</style><style nonce="abc" type="text/css">b{}</style></head><body>x</body></html>',
  );
});

it('loads our own pictures from the page’s host', () => {
  expect(
    emailFrameHtml('<img src="https://deckle.test/media/covers/1.svg"><img src="https://x.test/1.svg">', PAGE),
  ).toBe('<img src="/media/covers/1.svg"><img src="https://x.test/1.svg">');
});

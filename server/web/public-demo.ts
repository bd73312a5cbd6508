/** A demo that anyone may visit stays out of search engines and says what it is on every page. */
import type { RequestHandler } from 'express';

export const PUBLIC_DEMO_NOTICE =
  'This is a public demo: no money moves, and anyone can read what you enter here, emails included. Use made-up names and addresses.';

/** The client's pages bring the notice themselves; this adds it to plain ones: crash pages, the API's description, the demo's tools. */
export const publicDemo: RequestHandler = (_req, res, next) => {
  res.set('X-Robots-Tag', 'noindex, nofollow');
  const send = res.send;
  res.send = (body) => send.call(res, typeof body === 'string' ? body.replace(/<body[^>]*>/i, `$&${NOTICE}`) : body);
  next();
};

const NOTICE = `<aside aria-label="Public demo"><p><strong>${PUBLIC_DEMO_NOTICE}</strong></p></aside>`;

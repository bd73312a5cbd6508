/** Labels every page of a demo; a public demo is also kept out of search engines. */
import type { RequestHandler } from 'express';
import type { Config } from '#server/platform/config.ts';

const DEMO_NOTICE = 'This is a demo: the readers and cards are made up, and no money moves.';
const PUBLIC_DEMO_NOTICE =
  'This is a public demo: no money moves, and anyone can read what you enter here, emails included. Use made-up names and addresses.';

/** The text above every page; null in real use. */
export const demoNotice = ({ isDemo, isPublicDemo }: Pick<Config, 'isDemo' | 'isPublicDemo'>) =>
  isPublicDemo ? PUBLIC_DEMO_NOTICE : isDemo ? DEMO_NOTICE : null;

/**
 * Adds the notice to plain HTML: crash pages, the API documentation, the demo's tools. The client's pages have their
 * own.
 */
export const publicDemo: RequestHandler = (_req, res, next) => {
  res.set('X-Robots-Tag', 'noindex, nofollow');
  const send = res.send;
  res.send = (body) => send.call(res, typeof body === 'string' ? body.replace(/<body[^>]*>/i, `$&${NOTICE}`) : body);
  next();
};

const NOTICE = `<aside aria-label="Public demo"><p><strong>${PUBLIC_DEMO_NOTICE}</strong></p></aside>`;

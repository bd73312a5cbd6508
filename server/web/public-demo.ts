/** A demo says what it is on every page; one that anyone may visit also stays out of search engines. */
import type { RequestHandler } from 'express';
import type { Config } from '#server/platform/config.ts';

const DEMO_NOTICE = 'This is a demo: the readers and cards are made up, and no money moves.';
const PUBLIC_DEMO_NOTICE =
  'This is a public demo: no money moves, and anyone can read what you enter here, emails included. Use made-up names and addresses.';

/** The text above every page; null on a site that is in use. */
export const demoNotice = ({ isDemo, isPublicDemo }: Pick<Config, 'isDemo' | 'isPublicDemo'>) =>
  isPublicDemo ? PUBLIC_DEMO_NOTICE : isDemo ? DEMO_NOTICE : null;

/** The client's pages bring the notice themselves; this adds it to plain ones: crash pages, the API's description, the demo's tools. */
export const publicDemo: RequestHandler = (_req, res, next) => {
  res.set('X-Robots-Tag', 'noindex, nofollow');
  const send = res.send;
  res.send = (body) => send.call(res, typeof body === 'string' ? body.replace(/<body[^>]*>/i, `$&${NOTICE}`) : body);
  next();
};

const NOTICE = `<aside aria-label="Public demo"><p><strong>${PUBLIC_DEMO_NOTICE}</strong></p></aside>`;

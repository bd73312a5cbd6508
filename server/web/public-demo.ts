/** Labels every page of a demo. A public demo, which anyone can reach, is also kept out of search engines. */
import type { RequestHandler } from 'express';
import type { Config } from '#server/platform/config.ts';

const DEMO_NOTICE =
  'This is a demo. Its operator, partners, readers, and results are made up, and so are the books’ prices, store links, ratings, and reviews. No money moves.';
const PUBLIC_DEMO_NOTICE =
  'This is a public demo. Its operator, partners, readers, and results are made up, and so are the books’ prices, store links, ratings, and reviews. No money moves. Anyone can read what you enter here, emails included, so use made-up names and addresses.';

/** The text above every page, or null if this is neither a demo nor a public sandbox. */
export const demoNotice = ({ isDemo, isPublicDemo }: Pick<Config, 'isDemo' | 'isPublicDemo'>) =>
  isPublicDemo ? PUBLIC_DEMO_NOTICE : isDemo ? DEMO_NOTICE : null;

/**
 * Adds the notice to plain HTML, such as crash pages, the API documentation, and the demo's tools. The client's pages
 * have their own.
 */
export function labelDemo(config: Pick<Config, 'isDemo' | 'isPublicDemo'>): RequestHandler {
  const notice = `<aside aria-label="Demo"><p><strong>${demoNotice(config)}</strong></p></aside>`;
  return (_req, res, next) => {
    if (config.isPublicDemo) res.set('X-Robots-Tag', 'noindex, nofollow');
    const send = res.send;
    // JSON may hold whole pages, such as the preview of a newsletter.
    const isHtml = () => /html/.test(String(res.get('Content-Type') ?? 'html'));
    res.send = (body) =>
      send.call(res, typeof body === 'string' && isHtml() ? body.replace(/<body[^>]*>/i, `$&${notice}`) : body);
    next();
  };
}

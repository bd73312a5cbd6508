import { newsletterPaths } from './newsletter-paths.ts';
import type { NewsletterKind } from './newsletters.ts';

/** Path of a newsletter's page in the archive. Not in paths.ts, because every page's script includes that file. */
export const archivedPath = ({ newsletter_date, kind }: { newsletter_date: string; kind: NewsletterKind }) =>
  `${newsletterPaths.archive()}/${newsletter_date}${kind === 'weekly' ? '/weekly' : ''}`;

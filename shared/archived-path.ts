import { newsletterPaths } from './newsletter-paths.ts';
import type { NewsletterKind } from './newsletters.ts';

/** The page of a date's daily newsletter, or of the weekly one. Separate from the paths that every page loads. */
export const archivedPath = ({ newsletter_date, kind }: { newsletter_date: string; kind: NewsletterKind }) =>
  `${newsletterPaths.archive()}/${newsletter_date}${kind === 'weekly' ? '/weekly' : ''}`;

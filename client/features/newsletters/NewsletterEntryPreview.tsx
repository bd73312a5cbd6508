import { lazyPart } from '#client/api/lazy-part.tsx';
import { Skeleton } from '#client/ui/Skeletons.tsx';
import type { PreviewDeal } from './preview-deal.ts';

const Frame = lazyPart(
  'newsletter preview',
  async () => (await import('./NewsletterEntryFrame.tsx')).NewsletterEntryFrame,
);

/** A newsletter entry, rendered by the email's own component. */
export const NewsletterEntryPreview = ({ deal }: { deal: PreviewDeal }) => (
  <Frame placeholder={<Skeleton height={240} />} deal={deal} />
);

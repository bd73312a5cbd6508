import { Suspense } from 'react';
import { lazyPart } from '#client/api/lazy-part.tsx';
import { Skeleton } from '#client/ui/Skeletons.tsx';
import type { PreviewDeal } from './preview-deal.ts';

const Frame = lazyPart(
  'newsletter preview',
  async () => (await import('./NewsletterPreviewFrame.tsx')).NewsletterPreviewFrame,
);

/** The entry as it will stand in the newsletter, made by the mail's own component. */
export const NewsletterPreview = ({ deal }: { deal: PreviewDeal }) => (
  <Suspense fallback={<Skeleton height={240} />}>
    <Frame deal={deal} />
  </Suspense>
);

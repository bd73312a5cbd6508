import { lazy, Suspense } from 'react';
import { loadChunk } from '#client/api/load-chunk.ts';
import { Skeleton } from '#client/ui/Skeletons.tsx';
import type { PreviewDeal } from './preview-deal.ts';

const Frame = lazy(async () => ({
  default: (await loadChunk('newsletter preview', () => import('./NewsletterPreviewFrame.tsx'))).NewsletterPreviewFrame,
}));

/** The entry as it will stand in the newsletter, made by the mail's own component. */
export const NewsletterPreview = ({ deal }: { deal: PreviewDeal }) => (
  <Suspense fallback={<Skeleton height={240} />}>
    <Frame deal={deal} />
  </Suspense>
);

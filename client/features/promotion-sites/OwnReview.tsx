import { useQuery } from '@tanstack/react-query';
import { Suspense, useState } from 'react';
import { lazyPart } from '#client/api/lazy-part.tsx';
import { Link } from '#client/app/router.ts';
import { useSession } from '#client/session/SessionContext.tsx';
import { signInPath } from '#client/session/sign-in-path.ts';
import { Button } from '#client/ui/Button.tsx';
import { ListSkeleton } from '#client/ui/Skeletons.tsx';
import { paths } from '#shared/paths.ts';
import type { PromotionSite } from '#shared/promotion-sites.ts';
import { ownReview } from './partner-api.ts';

const ReviewForm = lazyPart('review form', async () => (await import('./ReviewForm.tsx')).ReviewForm);

/** Visitors are told to sign in; partners write their review, or change it. */
export function OwnReview({ site }: { site: PromotionSite }) {
  const { partner } = useSession();
  return partner.isSignedIn ? (
    <PartnersReview site={site} />
  ) : (
    <p>
      Have you promoted a book there?{' '}
      <Link to={signInPath('partner', paths.promotionSite(site))}>Sign in as a partner</Link> to write a review, or to
      say which reviews helped you.
    </p>
  );
}

function PartnersReview({ site }: { site: PromotionSite }) {
  const [isOpen, setIsOpen] = useState(false);
  const { data: own } = useQuery({
    queryKey: ['promotion site reviews', site.id, 'own'],
    queryFn: () => ownReview(site.id),
  });
  if (own === undefined) return <ListSkeleton rows={1} height={46} />;
  if (!isOpen) {
    return (
      <div>
        <Button type="button" look={own ? 'quiet' : 'primary'} onClick={() => setIsOpen(true)}>
          {own ? 'Change your review' : 'Write a review'}
        </Button>
      </div>
    );
  }
  return (
    <Suspense fallback={<ListSkeleton rows={3} height={80} />}>
      <ReviewForm site={site} own={own} onClose={() => setIsOpen(false)} />
    </Suspense>
  );
}

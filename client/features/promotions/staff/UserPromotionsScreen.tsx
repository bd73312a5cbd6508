import { useState } from 'react';
import { Page, PageTitle } from '#client/ui/Page.tsx';
import { Seo } from '#client/ui/Seo.tsx';
import { DecisionDialog } from './DecisionDialog.tsx';
import { KeysDialog } from './KeysDialog.tsx';
import { LaneTabs } from './LaneTabs.tsx';
import { ReviewFilters } from './ReviewFilters.tsx';
import { ReviewList } from './ReviewList.tsx';
import { ReviewStatus } from './ReviewStatus.tsx';
import { useReview } from './use-review.ts';
import { useReviewSearch } from './use-review-search.ts';

/** The review queue: one promotion is open at a time, keys walk through it and decide. */
export function UserPromotionsScreen() {
  const search = useReviewSearch();
  const [showsKeys, setShowsKeys] = useState(false);
  const review = useReview(search, { help: () => setShowsKeys(true) });
  return (
    <Page>
      <Seo title="Promotions" description="The review queue of all promotions." noindex />
      <PageTitle lead="Promotions by newsletter date. Press ? for shortcuts.">Promotions</PageTitle>
      <LaneTabs search={search} />
      <ReviewFilters search={search} />
      <ReviewStatus review={review} onKeys={() => setShowsKeys(true)} />
      <ReviewList review={review} search={search} />
      <DecisionDialog asked={review.asked} done={review.done} onDecide={review.decide} onClose={review.closeDialog} />
      <KeysDialog opened={showsKeys} onClose={() => setShowsKeys(false)} />
    </Page>
  );
}

import { useQuery } from '@tanstack/react-query';
import { Link, useParams } from '#client/app/router.ts';
import { QueryBoundary } from '#client/ui/app/QueryBoundary.tsx';
import { Page, PageTitle } from '#client/ui/Page.tsx';
import { Seo } from '#client/ui/Seo.tsx';
import { paths } from '#shared/paths.ts';
import { fetchPromotion } from './api.ts';
import { PromotionRecord } from './PromotionRecord.tsx';
import { promotionKey } from './use-decisions.ts';

/** Everything about one promotion, with all actions that staff may take. */
export function UserPromotionScreen() {
  const id = Number(useParams().id);
  const query = useQuery({ queryKey: promotionKey(id), queryFn: () => fetchPromotion(id), gcTime: 0 });
  return (
    <Page>
      <Seo title={query.data?.book?.title ?? 'Promotion'} description="Staff view of one promotion." noindex />
      <p>
        <Link to={paths.userPromotions()}>Promotions</Link>
      </p>
      {!query.data && <PageTitle>Promotion</PageTitle>}
      <QueryBoundary query={query}>{(found) => <PromotionRecord promotion={found} />}</QueryBoundary>
    </Page>
  );
}

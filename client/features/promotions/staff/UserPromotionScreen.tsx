import { useQuery } from '@tanstack/react-query';
import { Link, useParams } from '#client/app/router.ts';
import { Loaded } from '#client/ui/app/Loaded.tsx';
import { Page, PageTitle } from '#client/ui/Page.tsx';
import { Seo } from '#client/ui/Seo.tsx';
import { paths } from '#shared/paths.ts';
import { promotion } from './api.ts';
import { PromotionRecord } from './PromotionRecord.tsx';
import { promotionKey } from './use-decisions.ts';

/** Everything about one promotion, and everything staff may do with it. */
export function UserPromotionScreen() {
  const id = Number(useParams().id);
  const query = useQuery({ queryKey: promotionKey(id), queryFn: () => promotion(id), gcTime: 0 });
  return (
    <Page>
      <Seo title={query.data?.book?.title ?? 'Promotion'} description="One promotion, for staff." noindex />
      <p>
        <Link to={paths.userPromotions()}>Promotions</Link>
      </p>
      {!query.data && <PageTitle>Promotion</PageTitle>}
      <Loaded query={query}>{(found) => <PromotionRecord promotion={found} />}</Loaded>
    </Page>
  );
}

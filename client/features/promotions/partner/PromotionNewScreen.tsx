import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useSearchParams } from '#client/app/router.ts';
import { partnerBooksQuery } from '#client/features/books/partner/partner-api.ts';
import { Loaded } from '#client/ui/app/Loaded.tsx';
import { Button } from '#client/ui/Button.tsx';
import { EmptyState } from '#client/ui/EmptyState.tsx';
import { Page, PageTitle } from '#client/ui/Page.tsx';
import { Seo } from '#client/ui/Seo.tsx';
import { Skeleton } from '#client/ui/Skeletons.tsx';
import { paths } from '#shared/paths.ts';
import { NEW_BOOKING, prefillFor } from './booking-form.ts';
import { NewBooking } from './NewBooking.tsx';

export function PromotionNewScreen() {
  const chosen = Number(useSearchParams()[0].get('book_id')) || null;
  const client = useQueryClient();
  const active = useQuery(partnerBooksQuery({ status: 'active', per: 1 }));
  const initial = useQuery({
    queryKey: ['partner', 'booking prefill', chosen],
    queryFn: async () => (chosen ? await prefillFor(client, NEW_BOOKING, chosen) : NEW_BOOKING),
    gcTime: 0,
  });
  return (
    <Page>
      <Seo title="Add a promotion" description="Book a newsletter date for your book." noindex />
      <PageTitle lead="Our editors look at every promotion before it runs. You pay per click, after the newsletter, and never more than $60.00.">
        Add a promotion
      </PageTitle>
      <Loaded query={active} waiting={<Skeleton height={640} />}>
        {({ meta }) =>
          meta.total_count === 0 ? (
            <NoBook />
          ) : (
            <Loaded query={initial} waiting={<Skeleton height={640} />}>
              {(values) => <NewBooking key={chosen} initialValues={values} />}
            </Loaded>
          )
        }
      </Loaded>
    </Page>
  );
}

const NoBook = () => (
  <EmptyState title="Add a book first" action={<Button to={paths.partnerBookNew()}>Add an eBook</Button>}>
    A promotion is for one of your active books, and there is none yet.
  </EmptyState>
);

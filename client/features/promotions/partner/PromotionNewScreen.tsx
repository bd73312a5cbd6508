import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useSearchParams } from '#client/app/router.ts';
import { partnerBookQuery, partnerBooksQuery } from '#client/features/books/partner/partner-api.ts';
import { useSession } from '#client/session/SessionContext.tsx';
import { Panel } from '#client/ui/app/Panel.tsx';
import { QueryBoundary } from '#client/ui/app/QueryBoundary.tsx';
import { Button } from '#client/ui/Button.tsx';
import { EmptyState } from '#client/ui/EmptyState.tsx';
import { Page, PageTitle } from '#client/ui/Page.tsx';
import { Seo } from '#client/ui/Seo.tsx';
import { Skeleton } from '#client/ui/Skeletons.tsx';
import { Row } from '#client/ui/Stack.tsx';
import { useShell } from '#client/ui/shell.ts';
import { formatDate } from '#shared/long-dates.ts';
import { paths } from '#shared/paths.ts';
import { firstBookable } from './booking-days.ts';
import { type BookingValues, NEW_BOOKING, prefillFor } from './booking-form.ts';
import { forgetBooking, keptBooking } from './kept-booking.ts';
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
      <QueryBoundary query={active} placeholder={<Skeleton height={640} />}>
        {({ meta }) =>
          meta.total_count === 0 ? (
            <NoBook />
          ) : (
            <QueryBoundary query={initial} placeholder={<Skeleton height={640} />}>
              {(values) => <Booking key={chosen} initialValues={values} />}
            </QueryBoundary>
          )
        }
      </QueryBoundary>
    </Page>
  );
}

/** The form, or first the choice to continue an earlier booking. */
function Booking({ initialValues }: { initialValues: BookingValues }) {
  const { record } = useSession().partner;
  const { business_date, now } = useShell();
  const [kept, setKept] = useState(() => {
    const first = firstBookable(business_date);
    return record && keptBooking({ partner_id: record.id, now: new Date(now), first, book_id: initialValues.book_id });
  });
  const [start, setStart] = useState<BookingValues | null>(null);
  if (start || !kept) return <NewBooking initialValues={start ?? initialValues} />;
  return (
    <Panel
      title="Continue your booking?"
      lead="You left a booking before you submitted it. We kept it in this browser."
    >
      <KeptBook booking={kept} />
      <Row>
        <Button onClick={() => setStart(kept)}>Continue this booking</Button>
        <Button
          look="quiet"
          onClick={() => {
            if (record) forgetBooking({ partner_id: record.id, book_id: kept.book_id });
            setKept(null);
          }}
        >
          Start over
        </Button>
      </Row>
    </Panel>
  );
}

function KeptBook({ booking: { book_id, requested_date } }: { booking: BookingValues }) {
  const book = useQuery({ ...partnerBookQuery(Number(book_id)), enabled: book_id !== '' }).data;
  const date = requested_date ? formatDate(requested_date) : 'No date chosen yet';
  return (
    <p>
      <strong>{book?.title ?? 'No book chosen yet'}</strong>. {date}.
    </p>
  );
}

const NoBook = () => (
  <EmptyState title="Add a book first" action={<Button to={paths.partnerBookNew()}>Add an eBook</Button>}>
    You need an active book to promote.
  </EmptyState>
);

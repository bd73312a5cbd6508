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
import { type BookingValues, loadPrefill, NEW_BOOKING, prefill } from './booking-form.ts';
import { NewBooking } from './NewBooking.tsx';
import { deleteSavedBooking, loadSavedBooking } from './saved-bookings.ts';

export function PromotionNewScreen() {
  const bookId = Number(useSearchParams()[0].get('book_id')) || null;
  const queryClient = useQueryClient();
  const active = useQuery(partnerBooksQuery({ status: 'active', per: 1 }));
  const initial = useQuery({
    queryKey: ['partner', 'booking prefill', bookId],
    queryFn: async () => {
      const prefilled = bookId ? await loadPrefill(queryClient, bookId) : null;
      return prefilled ? prefill(NEW_BOOKING, prefilled) : NEW_BOOKING;
    },
    gcTime: 0,
  });
  return (
    <Page>
      <Seo title="Add a promotion" description="Book a newsletter date for your book." noindex />
      <PageTitle lead="Our editors review every promotion before it runs. You’ll pay per billable click after the newsletter goes out, and never more than $60.00.">
        Add a promotion
      </PageTitle>
      <QueryBoundary query={active} placeholder={<Skeleton height={640} />}>
        {({ meta }) =>
          meta.total_count === 0 ? (
            <NoBook />
          ) : (
            <QueryBoundary query={initial} placeholder={<Skeleton height={640} />}>
              {(values) => <Booking key={bookId} initialValues={values} />}
            </QueryBoundary>
          )
        }
      </QueryBoundary>
    </Page>
  );
}

/**
 * The booking form. If this browser has a saved booking (of the chosen book, if there is one), asks first whether to
 * continue it.
 */
function Booking({ initialValues }: { initialValues: BookingValues }) {
  const { record } = useSession().partner;
  const { business_date, now } = useShell();
  const [saved, setSaved] = useState(() => {
    const first = firstBookable(business_date);
    return (
      record && loadSavedBooking({ partner_id: record.id, now: new Date(now), first, book_id: initialValues.book_id })
    );
  });
  const [start, setStart] = useState<BookingValues | null>(null);
  if (start || !saved) return <NewBooking initialValues={start ?? initialValues} />;
  return (
    <Panel
      title="Continue your booking?"
      lead="You started a booking and didn’t submit it. We saved it in this browser."
    >
      <SavedBookingText booking={saved} />
      <Row>
        <Button onClick={() => setStart(saved)}>Continue this booking</Button>
        <Button
          look="quiet"
          onClick={() => {
            if (record) deleteSavedBooking({ partner_id: record.id, book_id: saved.book_id });
            setSaved(null);
          }}
        >
          Start over
        </Button>
      </Row>
    </Panel>
  );
}

function SavedBookingText({ booking: { book_id, requested_date } }: { booking: BookingValues }) {
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

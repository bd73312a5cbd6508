import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { confirmDialog } from '#client/ui/app/Dialog.tsx';
import { ListFilters } from '#client/ui/app/ListFilters.tsx';
import { Panel } from '#client/ui/app/Panel.tsx';
import { QueryBoundary } from '#client/ui/app/QueryBoundary.tsx';
import { Button } from '#client/ui/Button.tsx';
import { EmptyState } from '#client/ui/EmptyState.tsx';
import { notify } from '#client/ui/notifications/notify.ts';
import badges from '#client/ui/StatusBadge.module.css';
import { RESULTS_PER_PAGE } from '#shared/business.ts';
import { DELIVERY_STATES, type Delivery, type DeliveryResolution } from '#shared/deliveries.ts';
import { formatTotal } from '#shared/list-totals.ts';
import type { Newsletter, NewsletterProgress } from '#shared/newsletters.ts';
import type { Meta } from '#shared/params.ts';
import { deliveriesQuery, NEWSLETTERS, resolveDelivery, revealAddress } from './api.ts';
import classes from './DeliveryList.module.css';
import { deliveryFacts, STATE_LABELS, STATE_TONES } from './newsletter-labels.ts';

const STATES = [
  { value: '', label: 'All emails' },
  ...DELIVERY_STATES.map((value) => ({ value, label: STATE_LABELS[value] })),
];

type Props = { newsletter: Newsletter; progress: NewsletterProgress | null };

/** The newsletter's emails, filtered by state and address. Staff resolve the uncertain ones here. */
export function DeliveryList({ newsletter, progress }: Props) {
  const [filters, setFilters] = useState({ state: '', q: '', page: 1 });
  const query = useQuery(deliveriesQuery(newsletter.id, { ...filters, per: RESULTS_PER_PAGE }));
  const applyFilters = (part: Partial<typeof filters>) => setFilters((before) => ({ ...before, page: 1, ...part }));
  const isPastLastPage = filters.page > 1 && query.data?.deliveries.length === 0;
  useEffect(() => {
    if (isPastLastPage) setFilters((before) => ({ ...before, page: 1 }));
  }, [isPastLastPage]);
  const uncertainCount = progress?.uncertain_count ?? 0;
  return (
    <Panel
      title="Emails"
      aside={
        uncertainCount > 0 && (
          <Button type="button" look="quiet" onClick={() => applyFilters({ state: 'uncertain', q: '' })}>
            {uncertainCount} uncertain
          </Button>
        )
      }
    >
      <ListFilters
        label="Address"
        placeholder="Full email address"
        q={filters.q}
        choice={{ label: 'Status', value: filters.state, options: STATES }}
        onApply={({ q, choice }) => applyFilters({ q, state: choice })}
      />
      <QueryBoundary query={query}>
        {({ deliveries, meta }) =>
          deliveries.length === 0 ? (
            <EmptyState title="No matches">
              No emails match. Check that you entered the full address, or choose another status.
            </EmptyState>
          ) : (
            <>
              <ul className={classes.list}>
                {deliveries.map((delivery) => (
                  <DeliveryRow key={delivery.reader_id} delivery={delivery} />
                ))}
              </ul>
              <DeliveryPages meta={meta} onPage={(page) => applyFilters({ page })} />
            </>
          )
        }
      </QueryBoundary>
    </Panel>
  );
}

const numberFormat = new Intl.NumberFormat('en-US');

/** Pagination that isn't in the address, because the list is only a part of the screen. */
const DeliveryPages = ({ meta, onPage }: { meta: Meta; onPage: (page: number) => void }) => (
  <div className={classes.pages}>
    <Button type="button" look="quiet" disabled={meta.page === 1} onClick={() => onPage(meta.page - 1)}>
      Previous
    </Button>
    <p role="status">
      {numberFormat.format((meta.page - 1) * meta.per + 1)}–
      {numberFormat.format(Math.min(meta.page * meta.per, meta.total_count))} of {formatTotal(meta.total_count)}
    </p>
    <Button
      type="button"
      look="quiet"
      disabled={meta.page * meta.per >= meta.total_count}
      onClick={() => onPage(meta.page + 1)}
    >
      Next
    </Button>
  </div>
);

const DeliveryRow = ({ delivery }: { delivery: Delivery }) => (
  <li className={classes.row}>
    <div className={classes.words}>
      {delivery.email ? <Address delivery={delivery} /> : <p>Erased address</p>}
      <p className={classes.facts}>{deliveryFacts(delivery)}</p>
    </div>
    <span className={badges.badge} data-tone={STATE_TONES[delivery.state]}>
      {STATE_LABELS[delivery.state]}
    </span>
    {delivery.state === 'uncertain' && <UncertainDelivery delivery={delivery} />}
  </li>
);

function Address({ delivery: { reader_id, email } }: { delivery: Delivery }) {
  const revealing = useMutation({ mutationFn: () => revealAddress(reader_id) });
  return (
    <p className={classes.address}>
      {revealing.data ?? email}
      {!revealing.data && (
        <Button
          type="button"
          look="quiet"
          busy={revealing.isPending}
          aria-label={`Show the address of reader ${reader_id} (recorded in the audit log)`}
          onClick={() => revealing.mutate()}
        >
          Show
        </Button>
      )}
    </p>
  );
}

/** Resolves an uncertain delivery, once staff have checked the relay's log. */
function UncertainDelivery({ delivery: { newsletter_id, reader_id, email } }: { delivery: Delivery }) {
  const queryClient = useQueryClient();
  const resolving = useMutation({
    mutationFn: (outcome: DeliveryResolution['outcome']) => resolveDelivery(newsletter_id, reader_id, { outcome }),
    onSuccess: (_delivery, outcome) =>
      notify.success(outcome === 'resend' ? 'The email will be resent.' : 'The email was marked as delivered.'),
    onSettled: () => queryClient.invalidateQueries({ queryKey: NEWSLETTERS }),
  });
  const resend = () =>
    confirmDialog({
      title: 'Resend this email?',
      text: `${email ?? 'The reader'} may get it twice.`,
      confirm: 'Resend email',
      keep: 'Don’t resend',
      onConfirm: () => resolving.mutate('resend'),
    });
  return (
    <div className={classes.uncertain}>
      <Button type="button" look="quiet" busy={resolving.isPending} onClick={() => resolving.mutate('accepted')}>
        Mark as delivered
      </Button>
      <Button type="button" look="danger" busy={resolving.isPending} onClick={resend}>
        Resend email
      </Button>
    </div>
  );
}

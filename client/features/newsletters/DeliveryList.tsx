import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { askFirst } from '#client/ui/app/Dialog.tsx';
import { ListFilters } from '#client/ui/app/ListFilters.tsx';
import { Loaded } from '#client/ui/app/Loaded.tsx';
import { Panel } from '#client/ui/app/Panel.tsx';
import { Button } from '#client/ui/Button.tsx';
import { EmptyState } from '#client/ui/EmptyState.tsx';
import badges from '#client/ui/StatusBadge.module.css';
import { RESULTS_PER_PAGE } from '#shared/business.ts';
import { DELIVERY_STATES, type Delivery, type DeliveryResolution } from '#shared/mail.ts';
import type { Newsletter, NewsletterProgress } from '#shared/newsletters.ts';
import type { Meta } from '#shared/params.ts';
import { deliveriesQuery, NEWSLETTERS, resolveDelivery, revealAddress } from './api.ts';
import classes from './DeliveryList.module.css';
import { deliveryFacts, STATE_TONES, STATE_WORDS } from './newsletter-words.ts';

const STATES = [
  { value: '', label: 'All mails' },
  ...DELIVERY_STATES.map((value) => ({ value, label: STATE_WORDS[value] })),
];

type Props = { newsletter: Newsletter; progress: NewsletterProgress | null };

/** Each reader's mail of this edition: by state, by address, and those in doubt to be settled. */
export function DeliveryList({ newsletter, progress }: Props) {
  const [asked, setAsked] = useState({ state: '', q: '', page: 1 });
  const query = useQuery(deliveriesQuery(newsletter.id, { ...asked, per: RESULTS_PER_PAGE }));
  const ask = (part: Partial<typeof asked>) => setAsked((before) => ({ ...before, page: 1, ...part }));
  const inDoubt = progress?.uncertain_count ?? 0;
  return (
    <Panel
      title="Mails"
      aside={
        inDoubt > 0 && (
          <Button type="button" look="quiet" onClick={() => ask({ state: 'uncertain', q: '' })}>
            {inDoubt} in doubt
          </Button>
        )
      }
    >
      <ListFilters
        label="Address"
        placeholder="The whole address"
        q={asked.q}
        onSearch={(q) => ask({ q })}
        choice={{ label: 'State', value: asked.state, options: STATES }}
        onChoose={(state) => ask({ state })}
      />
      <Loaded query={query}>
        {({ deliveries, meta }) =>
          deliveries.length === 0 ? (
            <EmptyState title="No mail here">None is in this state with such an address.</EmptyState>
          ) : (
            <>
              <ul className={classes.list}>
                {deliveries.map((delivery) => (
                  <DeliveryRow key={delivery.reader_id} delivery={delivery} />
                ))}
              </ul>
              <Pages meta={meta} onPage={(page) => ask({ page })} />
            </>
          )
        }
      </Loaded>
    </Panel>
  );
}

const number = new Intl.NumberFormat('en-US');

/** Not in the address bar: the list is one part of a page about something else. */
const Pages = ({ meta, onPage }: { meta: Meta; onPage: (page: number) => void }) => (
  <div className={classes.pages}>
    <Button type="button" look="quiet" disabled={meta.page === 1} onClick={() => onPage(meta.page - 1)}>
      Earlier
    </Button>
    <p role="status">
      {number.format((meta.page - 1) * meta.per + 1)}–{number.format(Math.min(meta.page * meta.per, meta.total_count))}{' '}
      of {number.format(meta.total_count)}
    </p>
    <Button
      type="button"
      look="quiet"
      disabled={meta.page * meta.per >= meta.total_count}
      onClick={() => onPage(meta.page + 1)}
    >
      Later
    </Button>
  </div>
);

const DeliveryRow = ({ delivery }: { delivery: Delivery }) => (
  <li className={classes.row}>
    <div className={classes.words}>
      {delivery.email ? <Address delivery={delivery} /> : <p>an address that was erased</p>}
      <p className={classes.facts}>{deliveryFacts(delivery)}</p>
    </div>
    <span className={badges.badge} data-tone={STATE_TONES[delivery.state]}>
      {STATE_WORDS[delivery.state]}
    </span>
    {delivery.state === 'uncertain' && <Doubt delivery={delivery} />}
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
          aria-label={`Show the address of reader ${reader_id}; this is recorded`}
          onClick={() => revealing.mutate()}
        >
          Show
        </Button>
      )}
    </p>
  );
}

/** A crash left it open whether the mail was taken; whoever has looked at the other side's log says so here. */
function Doubt({ delivery: { newsletter_id, reader_id, email } }: { delivery: Delivery }) {
  const client = useQueryClient();
  const resolving = useMutation({
    mutationFn: (outcome: DeliveryResolution['outcome']) => resolveDelivery(newsletter_id, reader_id, { outcome }),
    meta: { success: 'The mail is settled.' },
    onSettled: () => client.invalidateQueries({ queryKey: NEWSLETTERS }),
  });
  const resend = () =>
    askFirst({
      title: 'Send it again?',
      text: `${email ?? 'The reader'} may get it twice.`,
      confirm: 'Send it again',
      keep: 'Leave it',
      onConfirm: () => resolving.mutate('resend'),
    });
  return (
    <div className={classes.doubt}>
      <Button type="button" look="quiet" busy={resolving.isPending} onClick={() => resolving.mutate('accepted')}>
        It arrived
      </Button>
      <Button type="button" look="danger" busy={resolving.isPending} onClick={resend}>
        Send again
      </Button>
    </div>
  );
}

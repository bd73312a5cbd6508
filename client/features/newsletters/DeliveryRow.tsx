import { useMutation, useQueryClient } from '@tanstack/react-query';
import { askFirst } from '#client/ui/app/dialogs.tsx';
import { Button } from '#client/ui/Button.tsx';
import badges from '#client/ui/StatusBadge.module.css';
import type { Delivery, DeliveryResolution } from '#shared/mail.ts';
import { NEWSLETTERS, resolveDelivery, revealAddress } from './api.ts';
import classes from './DeliveryList.module.css';
import { deliveryFacts, STATE_TONES, STATE_WORDS } from './delivery-words.ts';

export const DeliveryRow = ({ delivery }: { delivery: Delivery }) => (
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

import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { clientFor } from '#client/api/client.ts';
import { useApiForm } from '#client/api/use-api-form.ts';
import { Alert } from '#client/ui/Alert.tsx';
import { confirmDialog } from '#client/ui/app/Dialog.tsx';
import { Panel } from '#client/ui/app/Panel.tsx';
import { QueryBoundary } from '#client/ui/app/QueryBoundary.tsx';
import { Button } from '#client/ui/Button.tsx';
import { CopyText } from '#client/ui/CopyButton.tsx';
import { Check, Field, FieldGroup } from '#client/ui/Field.tsx';
import { Stack } from '#client/ui/Stack.tsx';
import { webhooksApi } from '#shared/api/webhooks.ts';
import type { Role } from '#shared/auth.ts';
import { formatInstant } from '#shared/dates.ts';
import { WEBHOOK_EVENTS, type WebhookEvent } from '#shared/webhook-events.ts';
import type { WebhookDelivery, WebhookEndpoint } from '#shared/webhooks.ts';
import classes from './Accounts.module.css';

const WEBHOOKS = { partner: clientFor(webhooksApi, 'partner'), user: clientFor(webhooksApi, 'user') };
/** The log is polled this often because the worker sends pending deliveries every five seconds. */
const LOG_REFRESH_MS = 3_000;

type RoleProps = { forRole: Role };

/** The account's webhook endpoints: add an endpoint, copy its secret once, test it, and see its deliveries. */
export function WebhooksPanel({ forRole: role }: RoleProps) {
  const queryClient = useQueryClient();
  const queryKey = [role, 'webhook endpoints'];
  const query = useQuery({ queryKey, queryFn: async () => (await WEBHOOKS[role].list()).webhook_endpoints });
  const [secret, setSecret] = useState<string | null>(null);
  const [isOpen, setOpen] = useState(false);
  const reload = () => queryClient.invalidateQueries({ queryKey });
  const handleAdded = (added: string) => {
    setSecret(added);
    setOpen(false);
  };
  return (
    <Panel
      title="Webhooks"
      lead={
        <>
          We post an event to your program when{' '}
          {role === 'partner'
            ? 'your promotions or invoices change, or a newsletter with one of your promotions goes out,'
            : 'promotions, invoices, or newsletters change,'}{' '}
          so that it doesn’t have to poll. See <a href="/api/docs">the API’s documentation</a>.
        </>
      }
    >
      {secret && <NewSecret secret={secret} onSaved={() => setSecret(null)} />}
      <QueryBoundary query={query}>
        {(endpoints) =>
          endpoints.length ? (
            <ul className={classes.list}>
              {endpoints.map((endpoint) => (
                <li key={endpoint.id} className={classes.endpoint}>
                  <Endpoint forRole={role} endpoint={endpoint} onSecret={setSecret} onChange={reload} />
                </li>
              ))}
            </ul>
          ) : (
            <p>No endpoints yet. Add one to receive events.</p>
          )
        }
      </QueryBoundary>
      <details open={isOpen} onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
        <summary className={classes.summary}>Add an endpoint</summary>
        {isOpen && <NewEndpointForm forRole={role} onAdded={handleAdded} onSettled={reload} />}
      </details>
    </Panel>
  );
}

const NewSecret = ({ secret, onSaved }: { secret: string; onSaved: () => void }) => (
  <Alert kind="warning" title="Copy this secret now. You won’t see it again.">
    <Stack gap="s">
      <p>Use it to verify that events come from us.</p>
      <CopyText label="Signing secret" text={secret} action="Copy secret" />
      <div>
        <Button onClick={onSaved}>I’ve saved the secret</Button>
      </div>
    </Stack>
  </Alert>
);

type EndpointProps = RoleProps & {
  endpoint: WebhookEndpoint;
  onSecret: (secret: string) => void;
  onChange: () => Promise<void>;
};

function Endpoint({ forRole: role, endpoint: { id, name, url, events }, onSecret, onChange }: EndpointProps) {
  const queryClient = useQueryClient();
  const [isOpen, setOpen] = useState(false);
  const test = useMutation({
    mutationFn: () => WEBHOOKS[role].test({ id }),
    onSuccess: () => {
      setOpen(true);
      return queryClient.invalidateQueries({ queryKey: logKey(role, id) });
    },
    meta: { success: 'The test event will be sent in a few seconds.' },
  });
  const replace = useMutation({
    mutationFn: () => WEBHOOKS[role].replaceSecret({ id }),
    onSuccess: ({ secret }) => onSecret(secret),
  });
  const remove = useMutation({
    mutationFn: () => WEBHOOKS[role].remove({ id }),
    onSettled: onChange,
    meta: { success: 'The endpoint was removed.' },
  });
  return (
    <Stack gap="s">
      <div>
        <strong>{name}</strong>
        <div className={classes.facts}>
          <code>{url}</code>
          <br />
          {events.length === WEBHOOK_EVENTS.length ? 'All events' : events.join(', ')}
        </div>
      </div>
      <div className={classes.actions}>
        <Button
          look="quiet"
          aria-label={`Send a test event to ${name}`}
          busy={test.isPending}
          onClick={() => test.mutate()}
        >
          Send a test event
        </Button>
        <Button
          look="quiet"
          aria-label={`Replace the secret of ${name}`}
          busy={replace.isPending}
          onClick={() =>
            confirmDialog({
              title: `Replace the secret of “${name}”?`,
              text: 'We’ll sign events with the new secret right away. Your server will reject them until you update it.',
              confirm: 'Replace secret',
              onConfirm: () => replace.mutate(),
            })
          }
        >
          Replace secret
        </Button>
        <Button
          look="quiet"
          aria-label={`Remove ${name}`}
          busy={remove.isPending}
          onClick={() =>
            confirmDialog({
              title: `Remove “${name}”?`,
              text: 'We’ll delete its log and drop its pending events.',
              confirm: 'Remove endpoint',
              onConfirm: () => remove.mutate(),
            })
          }
        >
          Remove endpoint
        </Button>
      </div>
      <details open={isOpen} onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
        <summary className={classes.summary}>Deliveries</summary>
        {isOpen && <DeliveryLog forRole={role} endpoint_id={id} />}
      </details>
    </Stack>
  );
}

const logKey = (role: Role, id: number) => [role, 'webhook deliveries', id];

function DeliveryLog({ forRole: role, endpoint_id: id }: RoleProps & { endpoint_id: number }) {
  const queryClient = useQueryClient();
  const queryKey = logKey(role, id);
  const query = useQuery({
    queryKey,
    queryFn: async () => (await WEBHOOKS[role].deliveries({ id })).webhook_deliveries,
    refetchInterval: LOG_REFRESH_MS,
  });
  const redeliver = useMutation({
    mutationFn: (delivery_id: number) => WEBHOOKS[role].redeliver({ id, body: { delivery_id } }),
    onSettled: () => queryClient.invalidateQueries({ queryKey }),
    meta: { success: 'The event will be sent again.' },
  });
  return (
    <QueryBoundary query={query}>
      {(deliveries) =>
        deliveries.length ? (
          <ul className={classes.list}>
            {deliveries.map((delivery) => (
              <li key={delivery.id} className={classes.row}>
                <div>
                  <code>{delivery.event}</code>, {formatInstant(delivery.created_at)}
                  <div className={classes.facts}>{deliveryText(delivery)}</div>
                </div>
                <Button
                  look="quiet"
                  aria-label={`Send ${delivery.event} from ${formatInstant(delivery.created_at)} again`}
                  busy={redeliver.isPending && redeliver.variables === delivery.id}
                  onClick={() => redeliver.mutate(delivery.id)}
                >
                  Send again
                </Button>
              </li>
            ))}
          </ul>
        ) : (
          <p>No deliveries yet. Send a test event to try it out.</p>
        )
      }
    </QueryBoundary>
  );
}

/** 'Delivered', 'Pending', or the last error, followed by the next attempt or by the number of failed attempts. */
function deliveryText({ delivered_at, next_try_at, attempts, last_error }: WebhookDelivery) {
  if (delivered_at) return attempts > 1 ? `Delivered on attempt ${attempts}` : 'Delivered';
  if (!last_error) return 'Pending';
  const next = next_try_at ? `Next attempt ${formatInstant(next_try_at)}` : `We gave up after ${attempts} attempts.`;
  return `${last_error} ${next}`;
}

const BLANK = { name: '', url: '', events: [...WEBHOOK_EVENTS] as WebhookEvent[] };

type NewEndpointProps = RoleProps & { onAdded: (secret: string) => void; onSettled: () => Promise<void> };

function NewEndpointForm({ forRole: role, onAdded, onSettled }: NewEndpointProps) {
  const { form, onSubmit, busy } = useApiForm({
    initialValues: BLANK,
    submit: (body) => WEBHOOKS[role].create({ body }),
    success: 'The endpoint was added.',
    onSuccess: ({ secret }) => onAdded(secret),
    onSettled,
  });
  const { events } = form.getValues();
  const { error, 'data-path': path } = form.getInputProps('events') as { error?: ReactNode; 'data-path'?: string };
  return (
    <form onSubmit={onSubmit} className={classes.form} noValidate>
      <Field
        label="Name"
        hint="The app or server that receives the events"
        required
        maxLength={60}
        {...form.getInputProps('name')}
      />
      <Field
        type="url"
        label="URL"
        hint="Must start with https://"
        required
        maxLength={500}
        {...form.getInputProps('url')}
      />
      <FieldGroup label="Events" errors={error ? [error] : []} {...(path ? { 'data-path': path } : {})}>
        {WEBHOOK_EVENTS.map((event) => (
          <Check
            key={event}
            label={event}
            checked={events.includes(event)}
            onChange={({ currentTarget: { checked } }) =>
              form.setFieldValue('events', checked ? [...events, event] : events.filter((other) => other !== event))
            }
          />
        ))}
      </FieldGroup>
      <div>
        <Button type="submit" busy={busy}>
          Add endpoint
        </Button>
      </div>
    </form>
  );
}

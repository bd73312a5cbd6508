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
import { apiKeysApi } from '#shared/api/api-keys.ts';
import type { ApiKey } from '#shared/api-keys.ts';
import { API_SCOPES, type ApiScope } from '#shared/api-scopes.ts';
import type { Role } from '#shared/auth.ts';
import { formatInstant } from '#shared/dates.ts';
import classes from './Accounts.module.css';
import { CodeInput } from './CodeInput.tsx';

const KEYS = { partner: clientFor(apiKeysApi, 'partner'), user: clientFor(apiKeysApi, 'user') };

const SCOPE_DESCRIPTIONS: Record<Role, Record<ApiScope, string>> = {
  partner: {
    read: 'See your books, promotions, clicks, invoices, and cards',
    book: 'Add and change books and authors, book promotions (which costs money), and change or cancel them',
    review: 'Review promotion sites and vote on reviews',
    money: 'Pay for promotions, and add, change, or remove cards',
  },
  user: {
    read: 'See everything you can see, except the admin panel',
    book: 'Change books and authors, change promotions, and cancel ones in review',
    review:
      'Approve or decline promotions, decide about held clicks, run newsletters, edit the blog, and use AI prompts',
    money:
      'Charge and refund promotions, cancel approved ones, write off invoices, and change discount codes and referral rewards',
  },
};

/** The account's API keys: create a key, copy it once, and revoke it. */
export function ApiKeysPanel({ forRole: role }: { forRole: Role }) {
  const queryClient = useQueryClient();
  const queryKey = [role, 'API keys'];
  const query = useQuery({ queryKey, queryFn: async () => (await KEYS[role].list()).api_keys, staleTime: 0 });
  const [secret, setSecret] = useState<string | null>(null);
  const [isOpen, setOpen] = useState(false);
  const reload = () => queryClient.invalidateQueries({ queryKey });
  const handleCreated = (created: string) => {
    setSecret(created);
    setOpen(false);
  };
  const revoke = useMutation({
    mutationFn: (id: number) => KEYS[role].revoke({ id }),
    onSettled: reload,
    meta: { success: 'The key was revoked.' },
  });
  const confirmRevoke = ({ id, name }: ApiKey) =>
    confirmDialog({
      title: `Revoke “${name}”?`,
      text: 'Programs that use this key will stop working right away. This can’t be undone.',
      confirm: 'Revoke key',
      onConfirm: () => revoke.mutate(id),
    });
  return (
    <Panel
      title="API keys"
      lead={
        <>
          A key lets your programs use <a href="/api/docs">the API</a> without your password. Changing your password,
          email address, or two-factor authentication revokes all keys.
        </>
      }
    >
      {secret && <NewKey secret={secret} onSaved={() => setSecret(null)} />}
      <QueryBoundary query={query}>
        {(keys) =>
          keys.length ? (
            <ul className={classes.list}>
              {keys.map((key) => (
                <li key={key.id} className={classes.row}>
                  <KeyDetails apiKey={key} />
                  <Button
                    look="quiet"
                    aria-label={`Revoke key ${key.name}`}
                    busy={revoke.isPending && revoke.variables === key.id}
                    onClick={() => confirmRevoke(key)}
                  >
                    Revoke key
                  </Button>
                </li>
              ))}
            </ul>
          ) : (
            <p>No keys yet. Create one for a program that uses the API.</p>
          )
        }
      </QueryBoundary>
      <details open={isOpen} onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
        <summary className={classes.summary}>Create a key</summary>
        {isOpen && <NewKeyForm forRole={role} onCreated={handleCreated} onSettled={reload} />}
      </details>
    </Panel>
  );
}

const NewKey = ({ secret, onSaved }: { secret: string; onSaved: () => void }) => (
  <Alert kind="warning" title="Copy this key now. You won’t see it again.">
    <Stack gap="s">
      <p>
        Give it only to the program that needs it. Anyone who has it can use your account within the permissions you
        chose.
      </p>
      <CopyText label="Your new key" text={secret} action="Copy key" />
      <div>
        <Button onClick={onSaved}>I’ve saved the key</Button>
      </div>
    </Stack>
  </Alert>
);

const KeyDetails = ({ apiKey: { name, scopes, last4, created_at, last_used_at } }: { apiKey: ApiKey }) => (
  <div>
    <strong>{name}</strong>, <code>dk_…{last4}</code>
    <div className={classes.facts}>
      {scopes.join(', ')}. {last_used_at ? `Last used ${formatInstant(last_used_at)}` : 'Never used'}. Created{' '}
      {formatInstant(created_at)}
    </div>
  </div>
);

type FormProps = { forRole: Role; onCreated: (secret: string) => void; onSettled: () => Promise<void> };
const BLANK = { name: '', scopes: ['read'] as ApiScope[], current_password: '', otp: '' };

function NewKeyForm({ forRole: role, onCreated, onSettled }: FormProps) {
  const { form, onSubmit, busy } = useApiForm({
    initialValues: BLANK,
    submit: (body) => KEYS[role].create({ body }),
    success: 'The key was created.',
    onSuccess: ({ secret }) => onCreated(secret),
    onSettled,
  });
  const { scopes } = form.getValues();
  const { error, 'data-path': path } = form.getInputProps('scopes') as { error?: ReactNode; 'data-path'?: string };
  return (
    <form onSubmit={onSubmit} className={classes.form} noValidate>
      <Field label="Name" hint="The program that will use it" required maxLength={60} {...form.getInputProps('name')} />
      <FieldGroup label="Permissions" errors={error ? [error] : []} {...(path ? { 'data-path': path } : {})}>
        {API_SCOPES.map((scope) => (
          <Check
            key={scope}
            label={scope}
            hint={SCOPE_DESCRIPTIONS[role][scope]}
            checked={scopes.includes(scope)}
            onChange={({ currentTarget: { checked } }) =>
              form.setFieldValue('scopes', checked ? [...scopes, scope] : scopes.filter((other) => other !== scope))
            }
          />
        ))}
      </FieldGroup>
      <Field
        type="password"
        label="Current password"
        required
        autoComplete="current-password"
        {...form.getInputProps('current_password')}
      />
      <CodeInput forRole={role} {...form.getInputProps('otp')} />
      <div>
        <Button type="submit" busy={busy}>
          Create key
        </Button>
      </div>
    </form>
  );
}

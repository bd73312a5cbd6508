import { useEffect, useState } from 'react';
import { lazyPart } from '#client/api/lazy-part.tsx';
import { Alert } from '#client/ui/Alert.tsx';
import { Button } from '#client/ui/Button.tsx';
import { ChipLinks } from '#client/ui/ChipLinks.tsx';
import { ConfirmButton } from '#client/ui/ConfirmButton.tsx';
import { CopyText } from '#client/ui/CopyButton.tsx';
import { DataTable } from '#client/ui/DataTable.tsx';
import { EmptyState } from '#client/ui/EmptyState.tsx';
import { Check, Choices, Field, TextField } from '#client/ui/Field.tsx';
import { Figures } from '#client/ui/Figures.tsx';
import { LongTable } from '#client/ui/LongTable.tsx';
import { NewPasswordField } from '#client/ui/NewPasswordField.tsx';
import { Page, PageTitle } from '#client/ui/Page.tsx';
import { Pagination } from '#client/ui/Pagination.tsx';
import { Price } from '#client/ui/Price.tsx';
import { SearchForm } from '#client/ui/SearchForm.tsx';
import { SelectField } from '#client/ui/SelectField.tsx';
import { Seo } from '#client/ui/Seo.tsx';
import { Skeleton } from '#client/ui/Skeletons.tsx';
import { Stack } from '#client/ui/Stack.tsx';
import { StatusBadge } from '#client/ui/StatusBadge.tsx';
import { DISPLAY_STATUSES } from '#shared/status.ts';
import { Example } from './Example.tsx';
import classes from './KitScreen.module.css';

const SignedInParts = lazyPart('kit', async () => (await import('./SignedInParts.tsx')).SignedInParts);

type Scheme = 'light dark' | 'light' | 'dark';
const SCHEMES: readonly { value: Scheme; label: string }[] = [
  { value: 'light dark', label: 'System' },
  { value: 'light', label: 'Light' },
  { value: 'dark', label: 'Dark' },
];

/** The controls of client/ui in their states, for engineers. */
export function KitScreen() {
  const [scheme, setScheme] = useState<Scheme>('light dark');
  const [isInBrowser, setIsInBrowser] = useState(false);
  useEffect(() => setIsInBrowser(true), []);
  return (
    <div className={classes.scheme} style={{ colorScheme: scheme }}>
      <Page>
        <Seo title="Controls" description="The controls of the user interface and their states." noindex />
        <PageTitle lead="The controls in client/ui and their states.">Controls</PageTitle>
        <Choices
          type="radio"
          label="Scheme"
          options={SCHEMES}
          value={scheme}
          onChange={(value) => setScheme(value as Scheme)}
        />
        <PublicParts />
        {isInBrowser && <SignedInParts placeholder={<Skeleton height={600} />} />}
      </Page>
    </div>
  );
}

const COLORS = ['paper', 'card', 'sunk', 'tint', 'danger-tint', 'warn-tint', 'accent', 'line-strong', 'danger', 'warn'];
const OPTIONS = ['Mystery', 'Romance', 'Science fiction'].map((label) => ({ value: label, label }));
const RATES = Array.from({ length: 36 }, (_, row) => [
  `Category ${row + 1}`,
  `$0.${10 + row}`,
  String(1000 + row * 97),
]);
const doNothing = () => undefined;

const PublicParts = () => (
  <>
    <Example title="Colors">
      <ul className={classes.colors}>
        {COLORS.map((name) => (
          <li key={name}>
            <span style={{ background: `var(--${name})` }} />
            {name}
          </li>
        ))}
      </ul>
    </Example>
    <Example title="Type">
      <p className={classes.h1}>The Innocents Abroad at 46 px</p>
      <p className={classes.h2}>A Tale of Two Cities at 30 px</p>
      <h3>Pride and Prejudice at 18 px</h3>
      <p>Body text is 16 px, in Inter, with a line height of 1.6.</p>
    </Example>
    <Example title="Buttons">
      {([{}, { busy: true }, { disabled: true }] as const).map((state) => (
        <div key={JSON.stringify(state)} className={classes.states}>
          {(['primary', 'quiet', 'plain', 'danger'] as const).map((look) => (
            <Button key={look} look={look} {...state}>
              Save {look}
            </Button>
          ))}
          <Button look="icon" aria-label="Close" {...state}>
            ✕
          </Button>
        </div>
      ))}
      <div className={classes.states}>
        <Button look="quiet" aria-pressed={true}>
          Pressed
        </Button>
        <Button to="/dev/ui">A link</Button>
        <ConfirmButton
          label="Delete it"
          question="Delete it?"
          confirm="Yes, delete it"
          keep="No, keep it"
          busy={false}
          onConfirm={doNothing}
        />
      </div>
    </Example>
    <Example title="Fields">
      <div className={classes.columns}>
        <Field label="Empty" placeholder="Placeholder" />
        <Field label="With a hint" hint="Optional" defaultValue="Typed" />
        <Field label="With an error" error="Email is already taken" defaultValue="ann@x.test" />
        <Field label="Current password" type="password" autoComplete="current-password" defaultValue="secret words" />
        <NewPasswordField name="new" label="New password" />
        <Field label="A date" type="date" defaultValue="2026-11-23" />
        <SelectField label="A list" options={OPTIONS} />
        <SelectField label="A list with an error" options={OPTIONS} error="Choose another category" />
        <TextField label="Several lines" rows={2} defaultValue="It grows with its text." hint="300 characters left" />
        <TextField label="Several lines with an error" rows={2} error="Description can’t be blank" />
      </div>
      <Check label="A box" />
      <Check label="A checked box with a hint" defaultChecked hint="At most once a month" />
      <Check label="A box with an error" error="Accept the terms" />
      <Check label="A box that’s off" aria-disabled />
      <Choices label="Several of a short list" options={OPTIONS} chosen={['Mystery']} />
      <Choices label="One of a short list" type="radio" options={OPTIONS} chosen={['Romance']} error="Choose one" />
      <SearchForm action="/dev/ui" />
    </Example>
    <Example title="Messages">
      <Alert title="Check your inbox">An info message.</Alert>
      <Alert kind="success">A success message.</Alert>
      <Alert kind="warning" title="This card expires soon" />
      <Alert kind="error">An error message says what happened, then what to do.</Alert>
      <EmptyState title="No books yet" action={<Button to="/dev/ui">Add a book</Button>}>
        An empty list names the next step.
      </EmptyState>
    </Example>
    <Example title="Placeholders">
      <Skeleton height={32} width="60%" />
      <Skeleton height={72} />
      <Skeleton height={72} />
    </Example>
    <Example title="Badges and prices">
      <div className={classes.states}>
        {DISPLAY_STATUSES.map((status) => (
          <StatusBadge key={status} status={status} />
        ))}
      </div>
      <Price sale_price_cents={99} current_price_cents={499} />
      <Price sale_price_cents={0} current_price_cents={499} />
    </Example>
    <Example title="Tables and lists">
      <Figures
        figures={[
          { label: 'active readers', value: '12,345' },
          { label: 'promotions run', value: '678' },
        ]}
      />
      <DataTable caption="A short table" head={['Category', 'Click', 'Readers']} rows={RATES.slice(0, 3)} />
      <LongTable
        caption="A long table, in pages on phones"
        search="Find a category"
        names={RATES.map(([name]) => name!)}
        head={['Category', 'Click', 'Readers']}
        rows={RATES}
      />
      <Pagination meta={{ page: 2, per: 20, total_count: 60 }} href={(page) => `?page=${page}`} />
      <ChipLinks
        label="Chips"
        chips={OPTIONS.map(({ label }, position) => ({ to: `/dev/ui#${position}`, label, isCurrent: position === 0 }))}
      />
      <Stack>
        <CopyText label="Text to copy" text="https://deckle.test" action="Copy address" />
      </Stack>
    </Example>
  </>
);

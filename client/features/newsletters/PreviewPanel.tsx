import { useMutation, useQuery } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { fieldErrors } from '#client/api/api-error.ts';
import { useApp } from '#client/api/app.ts';
import { categoriesQuery } from '#client/api/categories.ts';
import { useSession } from '#client/session/SessionContext.tsx';
import { Panel } from '#client/ui/app/Panel.tsx';
import { ManyPicker } from '#client/ui/app/Picker.tsx';
import { QueryBoundary } from '#client/ui/app/QueryBoundary.tsx';
import { Segments } from '#client/ui/app/Segments.tsx';
import { Button } from '#client/ui/Button.tsx';
import { EmptyState } from '#client/ui/EmptyState.tsx';
import { Field } from '#client/ui/Field.tsx';
import { notify } from '#client/ui/notifications/notify.ts';
import { Skeleton } from '#client/ui/Skeletons.tsx';
import { Row } from '#client/ui/Stack.tsx';
import { useShell } from '#client/ui/shell.ts';
import { fieldLabel } from '#shared/errors.ts';
import type { Newsletter, NewsletterPreview } from '#shared/newsletters.ts';
import { findReader, previewQuery, sendTest } from './api.ts';
import { emailFrameHtml } from './email-frame.ts';
import classes from './UserNewsletterScreen.module.css';

const FORMATS = [
  { value: 'wide', label: 'Desktop' },
  { value: 'phone', label: 'Phone' },
  { value: 'text', label: 'Text' },
];

/** A preview of the email, and a form to send a test email. Neither email's links are tracked. */
export function PreviewPanel({ newsletter: { id } }: { newsletter: Newsletter }) {
  const [view, setView] = useState('wide');
  const [category_ids, setCategories] = useState<string[]>([]);
  const [reader, setReader] = useState<Awaited<ReturnType<typeof findReader>>>(null);
  const { data: categories = [] } = useQuery(categoriesQuery(useApp().api));
  const query = useQuery(
    previewQuery({ id, format: view === 'text' ? 'text' : 'html', category_ids, reader_id: reader?.id ?? null }),
  );
  return (
    <Panel title="Preview">
      <div className={classes.choices}>
        <Segments label="Shown as" value={view} onChange={setView} options={FORMATS} />
        {reader ? (
          <p className={classes.readers}>
            This is how reader {reader.id}’s email would look.{' '}
            <Button look="quiet" onClick={() => setReader(null)}>
              Preview by category
            </Button>
          </p>
        ) : (
          <div className={classes.readers}>
            <ManyPicker
              label="For readers of"
              placeholder={category_ids.length ? '' : 'all categories'}
              value={category_ids}
              onChange={setCategories}
              data={categories.map((category) => ({ value: String(category.id), label: category.name }))}
              clear="All categories"
            />
          </div>
        )}
      </div>
      {!reader && <ReaderForm onFound={setReader} />}
      <QueryBoundary query={query} placeholder={<Skeleton height={600} />}>
        {(preview) => <EmailPreview preview={preview} view={view} isOneReader={reader !== null} />}
      </QueryBoundary>
      {!reader && <TestEmailForm newsletter_id={id} category_ids={category_ids.map(Number)} />}
    </Panel>
  );
}

/** Chooses the reader whose email is shown. */
function ReaderForm({ onFound }: { onFound: (reader: Awaited<ReturnType<typeof findReader>>) => void }) {
  const [text, setText] = useState('');
  const finding = useMutation({
    mutationFn: () => findReader(text.trim()),
    onSuccess: onFound,
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (text.trim()) finding.mutate();
  };
  return (
    <form onSubmit={submit}>
      <Row alignsWithField>
        <Field
          label="Preview as a reader"
          hint="Their ID or complete email address."
          value={text}
          maxLength={100}
          onChange={({ currentTarget: { value } }) => {
            setText(value);
            finding.reset();
          }}
          error={finding.data === null ? 'No reader has this ID or address.' : null}
        />
        <Button type="submit" look="quiet" busy={finding.isPending}>
          Show this reader’s email
        </Button>
      </Row>
    </form>
  );
}

const numberFormat = new Intl.NumberFormat('en-US');

type EmailPreviewProps = { preview: NewsletterPreview; view: string; isOneReader: boolean };

function EmailPreview({ preview, view, isOneReader }: EmailPreviewProps) {
  const { content, subject, preheader, deals_count, size_bytes } = preview;
  if (content === null)
    return (
      <EmptyState title={isOneReader ? 'No email for this reader' : 'No email for these readers'}>
        None of this newsletter’s deals match their preferences.
      </EmptyState>
    );
  return (
    <>
      <p>
        <strong>{subject}</strong> {preheader}
      </p>
      <p className={classes.muted}>
        {deals_count} {deals_count === 1 ? 'deal' : 'deals'}, {numberFormat.format(Math.ceil(size_bytes / 1000))} kB
      </p>
      {view === 'text' ? (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable region must be reachable by keyboard
        <pre className={classes.text} tabIndex={0}>
          {content}
        </pre>
      ) : (
        <EmailFrame html={content} isPhone={view === 'phone'} />
      )}
    </>
  );
}

/** The email in a frame that runs no script. Its links open in a new tab. */
function EmailFrame({ html, isPhone }: { html: string; isPhone: boolean }) {
  const { app_url } = useShell();
  return (
    <iframe
      className={classes.frame}
      data-phone={isPhone}
      title={isPhone ? 'The email on a phone' : 'The email'}
      sandbox="allow-popups allow-popups-to-escape-sandbox"
      srcDoc={emailFrameHtml(html, { nonce: pageNonce(), app_url })}
    />
  );
}

const pageNonce = () => document.querySelector<HTMLMetaElement>('meta[property="csp-nonce"]')?.nonce ?? '';

type Props = { newsletter_id: number; category_ids: number[] };

/** Sends the email, marked as a test, for the preview's categories. */
function TestEmailForm({ newsletter_id, category_ids }: Props) {
  const [to, setTo] = useState(useSession().user.record?.email ?? '');
  const sending = useMutation({
    mutationFn: () =>
      sendTest(newsletter_id, {
        emails: addressesIn(to),
        ...(category_ids.length ? { category_ids } : {}),
      }),
    meta: { form: true },
    onSuccess: (message) => notify.success(message),
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    sending.mutate();
  };
  const [field, messages] = Object.entries(fieldErrors(sending.error)).find(([name]) => name.startsWith('email')) ?? [];
  return (
    <form onSubmit={submit} noValidate>
      <Row alignsWithField>
        <Field
          label="Send test email to"
          hint="Up to five addresses, separated by commas."
          value={to}
          maxLength={1300}
          onChange={({ currentTarget: { value } }) => {
            setTo(value);
            sending.reset();
          }}
          error={field && messages?.[0] ? `${fieldLabel('emails')} ${messages[0]}` : null}
        />
        <Button type="submit" look="quiet" busy={sending.isPending}>
          Send test email
        </Button>
      </Row>
    </form>
  );
}

/** 'a@x.test, b@x.test;' → ['a@x.test', 'b@x.test'] */
const addressesIn = (text: string) => text.split(/[\s,;]+/).filter(Boolean);

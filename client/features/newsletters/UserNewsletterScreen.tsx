import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { ApiError } from '#client/api/api-error.ts';
import { streamEvents } from '#client/api/event-stream.ts';
import { useApiForm } from '#client/api/use-api-form.ts';
import { wait } from '#client/api/wait.ts';
import { Link, useParams } from '#client/app/router.ts';
import { changedFields } from '#client/ui/app/changed-fields.ts';
import { FactList } from '#client/ui/app/FactList.tsx';
import { Panel } from '#client/ui/app/Panel.tsx';
import { QueryBoundary } from '#client/ui/app/QueryBoundary.tsx';
import { Button } from '#client/ui/Button.tsx';
import { Countdown } from '#client/ui/Countdown.tsx';
import { DateText } from '#client/ui/DateText.tsx';
import { Field } from '#client/ui/Field.tsx';
import { Page, PageTitle } from '#client/ui/Page.tsx';
import { Seo } from '#client/ui/Seo.tsx';
import { useShell } from '#client/ui/shell.ts';
import { pathWith } from '#shared/api/client.ts';
import { newslettersApi } from '#shared/api/newsletters.ts';
import { addDays } from '#shared/dates.ts';
import { DAY_MS } from '#shared/durations.ts';
import { formatDate } from '#shared/long-dates.ts';
import type { Newsletter, NewsletterProgress } from '#shared/newsletters.ts';
import { paths } from '#shared/paths.ts';
import { NEWSLETTERS, newsletterQuery, parseProgress, saveNewsletter } from './api.ts';
import { DeliveryList } from './DeliveryList.tsx';
import { DeliveryPanel, FreezePanel } from './DeliveryPanel.tsx';
import { HeldPanel } from './HeldNewsletters.tsx';
import { NewsletterBadge, WeeklyBadge } from './NewsletterBadge.tsx';
import { NewsletterSections } from './NewsletterSections.tsx';
import { closesAt, contentText, isUnderWay } from './newsletter-labels.ts';
import { PreviewPanel } from './PreviewPanel.tsx';
import classes from './UserNewsletterScreen.module.css';
import { WarmUpSection } from './WarmUpSection.tsx';

/** A newsletter's promotions and inbox texts (editable in a draft), preview, and, after the close, deliveries. */
export function UserNewsletterScreen() {
  const query = useQuery(newsletterQuery(Number(useParams().id)));
  return (
    <Page>
      <Seo
        title={query.data ? formatDate(query.data.newsletter_date) : 'Newsletter'}
        description="Staff view of one newsletter."
        noindex
      />
      <p>
        <Link to={paths.userNewsletters()}>Newsletters</Link>
      </p>
      {!query.data && <PageTitle>Newsletter</PageTitle>}
      <QueryBoundary query={query}>
        {(newsletter) => <NewsletterContent newsletter={newsletter} loaded_at={query.dataUpdatedAt} />}
      </QueryBoundary>
    </Page>
  );
}

function NewsletterContent({ newsletter, loaded_at }: { newsletter: Newsletter; loaded_at: number }) {
  const progress = useProgress(newsletter, loaded_at);
  const { status, kind, newsletter_date } = newsletter;
  return (
    <>
      <PageTitle
        lead={
          <>
            <NewsletterBadge status={status} /> {kind === 'weekly' && <WeeklyBadge />} {contentText(newsletter)}
            <ClosingTime newsletter={newsletter} />
          </>
        }
      >
        <DateText date={newsletter_date} />
      </PageTitle>
      {newsletter.held_at && <HeldPanel newsletters={[newsletter]} />}
      {status !== 'draft' && <DeliveryPanel newsletter={newsletter} progress={progress} />}
      <WarmUpSection newsletter={newsletter} />
      <NewsletterSections newsletter={newsletter} />
      <NewsletterTexts key={status} newsletter={newsletter} />
      <PreviewPanel newsletter={newsletter} />
      <FreezePanel newsletter={newsletter} />
      {(isUnderWay(newsletter) || status === 'sent') && <DeliveryList newsletter={newsletter} progress={progress} />}
    </>
  );
}

function ClosingTime({ newsletter: { kind, status, held_at, newsletter_date } }: { newsletter: Newsletter }) {
  const { business_date, next_cutoff_at, now } = useShell();
  // A weekly newsletter closes some minutes after the business date has changed.
  const isOver = addDays(newsletter_date, 1) === business_date;
  if (status !== 'draft' || held_at || !(isOver || newsletter_date === business_date)) return null;
  const until = closesAt(kind, new Date(Date.parse(next_cutoff_at) - (isOver ? DAY_MS : 0)).toISOString());
  if (until <= now) return null;
  return (
    <>
      {' · closes in '}
      <Countdown until={until} />
    </>
  );
}

/** The texts that inboxes show. They can't change once the newsletter is closed. */
const NewsletterTexts = ({ newsletter }: { newsletter: Newsletter }) => (
  <Panel title="In the inbox">
    {newsletter.status === 'draft' ? (
      <TextsForm newsletter={newsletter} />
    ) : (
      <FactList
        facts={[
          ['Subject', newsletter.subject || 'none'],
          ['Preheader', newsletter.preheader || 'none'],
        ]}
      />
    )}
  </Panel>
);

function TextsForm({ newsletter: { id, kind, subject, preheader } }: { newsletter: Newsletter }) {
  const queryClient = useQueryClient();
  const { form, onSubmit, busy } = useApiForm({
    initialValues: { subject, preheader },
    submit: (values, before) => saveNewsletter(id, changedFields(before, values)),
    success: 'Newsletter saved.',
    onSuccess: () => void queryClient.invalidateQueries({ queryKey: NEWSLETTERS }),
  });
  return (
    <form onSubmit={onSubmit} className={classes.form}>
      <Field
        label="Subject"
        hint="If empty, we’ll write it from the deals when the newsletter closes."
        maxLength={150}
        {...form.getInputProps('subject')}
      />
      <Field
        label="Preheader"
        hint={`Inboxes show it after the subject. If empty, we’ll use ${kind === 'weekly' ? '“The deals readers clicked most, all still on sale”' : 'the first three titles'}.`}
        maxLength={200}
        {...form.getInputProps('preheader')}
      />
      <div>
        <Button type="submit" busy={busy} disabled={!form.isDirty()}>
          Save newsletter
        </Button>
      </div>
    </form>
  );
}

const RETRY_MS = 3_000;
const CLICKS_POLL_MS = 15_000;

/**
 * The live progress of a closed newsletter; null until the server responds. A canceled or failed newsletter isn't
 * followed. The stream starts again when `loaded_at` changes, since an uncertain email may be resent long after the
 * others.
 */
function useProgress(newsletter: Newsletter, loaded_at: number): NewsletterProgress | null {
  const { id, status, paused_at, ended_at, promotions = [] } = newsletter;
  // Some promotions aren't settled yet, so clicks are still counted.
  const isCounting =
    status === 'sent' && promotions.some(({ sent_at, settled_at }) => sent_at !== null && settled_at === null);
  const queryClient = useQueryClient();
  const [progress, setProgress] = useState<NewsletterProgress | null>(null);
  const hasEmails = status !== 'draft' && status !== 'cancelled' && status !== 'failed';

  // biome-ignore lint/correctness/useExhaustiveDependencies: a pause ends the stream, and a reload starts another
  useEffect(() => {
    if (!hasEmails) return;
    const controller = new AbortController();
    void followProgress(id, { signal: controller.signal, isCounting }, setProgress);
    return () => controller.abort();
  }, [id, hasEmails, isCounting, paused_at, ended_at, loaded_at]);

  const hasChanged = progress !== null && (progress.status !== status || progress.paused_at !== paused_at);
  useEffect(() => {
    if (hasChanged) void queryClient.invalidateQueries({ queryKey: NEWSLETTERS });
  }, [hasChanged, queryClient]);
  return progress;
}

type FollowOptions = { signal: AbortSignal; isCounting: boolean };

/**
 * Follows the progress through one stream after another, because each ends within about a minute and may break. Pauses
 * between streams while clicks are counted after the send. Stops when nothing will change automatically, or when the
 * server refuses a stream.
 */
async function followProgress(
  id: number,
  { signal, isCounting }: FollowOptions,
  onProgress: (progress: NewsletterProgress) => void,
) {
  for (let isActive = true; isActive && !signal.aborted; ) {
    try {
      for await (const { data } of streamEvents({
        path: pathWith(newslettersApi.progress.path, { id }),
        role: 'user',
        signal,
      })) {
        const progress = parseProgress(data);
        isActive = isSending(progress) || isCounting;
        onProgress(progress);
      }
      if (isCounting) await wait(CLICKS_POLL_MS, signal);
    } catch (error) {
      if (error instanceof ApiError && error.status >= 400 && error.status < 500) return;
      await wait(RETRY_MS, signal);
    }
  }
}

const isSending = (progress: Pick<NewsletterProgress, 'status' | 'paused_at' | 'ended_at'>) =>
  (!progress.paused_at || progress.ended_at !== null) && isUnderWay(progress);

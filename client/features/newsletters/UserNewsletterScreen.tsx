import { useQuery } from '@tanstack/react-query';
import { Link, useParams } from '#client/app/router.ts';
import { Loaded } from '#client/ui/app/Loaded.tsx';
import { Countdown } from '#client/ui/Countdown.tsx';
import { DateText } from '#client/ui/DateText.tsx';
import { Page, PageTitle } from '#client/ui/Page.tsx';
import { Seo } from '#client/ui/Seo.tsx';
import { useShell } from '#client/ui/shell.ts';
import { formatDate } from '#shared/long-dates.ts';
import type { Newsletter } from '#shared/newsletters.ts';
import { paths } from '#shared/paths.ts';
import { newsletterQuery } from './api.ts';
import { DeliveryList } from './DeliveryList.tsx';
import { DeliveryPanel } from './DeliveryPanel.tsx';
import { HeldPanel } from './HeldNewsletters.tsx';
import { NewsletterBadge, WeeklyMark } from './NewsletterBadge.tsx';
import { NewsletterSections } from './NewsletterSections.tsx';
import { NewsletterWords } from './NewsletterWords.tsx';
import { promotionsText } from './newsletter-words.ts';
import { PreviewPanel } from './PreviewPanel.tsx';
import { FreezePanel } from './Steering.tsx';
import { useProgress } from './use-progress.ts';

/** One edition: its words, order and looks while it is a draft, its way to the readers afterwards. */
export function UserNewsletterScreen() {
  const query = useQuery(newsletterQuery(Number(useParams().id)));
  return (
    <Page>
      <Seo
        title={query.data ? formatDate(query.data.newsletter_date) : 'Newsletter'}
        description="One newsletter, for staff."
        noindex
      />
      <p>
        <Link to={paths.userNewsletters()}>Newsletters</Link>
      </p>
      {!query.data && <PageTitle>Newsletter</PageTitle>}
      <Loaded query={query}>
        {(newsletter) => <Edition newsletter={newsletter} loaded_at={query.dataUpdatedAt} />}
      </Loaded>
    </Page>
  );
}

function Edition({ newsletter, loaded_at }: { newsletter: Newsletter; loaded_at: number }) {
  const progress = useProgress(newsletter, loaded_at);
  const { status, kind, newsletter_date, promotions_count } = newsletter;
  return (
    <>
      <PageTitle
        lead={
          <>
            <NewsletterBadge status={status} /> {kind === 'weekly' && <WeeklyMark />} {promotionsText(promotions_count)}
            <Closing newsletter={newsletter} />
          </>
        }
      >
        <DateText date={newsletter_date} />
      </PageTitle>
      {newsletter.held_at && <HeldPanel newsletters={[newsletter]} />}
      {status !== 'draft' && <DeliveryPanel newsletter={newsletter} progress={progress} />}
      <FreezePanel newsletter={newsletter} />
      <NewsletterWords key={status} newsletter={newsletter} />
      <NewsletterSections newsletter={newsletter} />
      <PreviewPanel newsletter={newsletter} />
      {(status === 'sending' || status === 'sent' || status === 'frozen') && (
        <DeliveryList newsletter={newsletter} progress={progress} />
      )}
    </>
  );
}

function Closing({ newsletter: { status, held_at, newsletter_date } }: { newsletter: Newsletter }) {
  const { business_date, next_cutoff_at } = useShell();
  if (status !== 'draft' || held_at || newsletter_date !== business_date) return null;
  return (
    <>
      {' · closes in '}
      <Countdown until={next_cutoff_at} />
    </>
  );
}

import { useQuery } from '@tanstack/react-query';
import { Loaded } from '#client/partners/parts/Loaded.tsx';
import { Link, useParams } from '#client/router.ts';
import { Countdown } from '#client/ui/Countdown.tsx';
import { DateText } from '#client/ui/DateText.tsx';
import { Page, PageTitle } from '#client/ui/Page.tsx';
import { Seo } from '#client/ui/Seo.tsx';
import { useShell } from '#client/ui/shell.ts';
import { formatDate } from '#shared/dates.ts';
import type { Newsletter } from '#shared/newsletters.ts';
import { paths } from '#shared/paths.ts';
import { newsletterQuery } from './api.ts';
import { DeliveryPanel } from './DeliveryPanel.tsx';
import { NewsletterBadge } from './NewsletterBadge.tsx';
import { NewsletterSections } from './NewsletterSections.tsx';
import { NewsletterWords } from './NewsletterWords.tsx';
import { promotionsText } from './newsletter-words.ts';

/** One edition: its words and order while it is a draft, its way to the readers afterwards. */
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
      <Loaded query={query}>{(newsletter) => <Edition newsletter={newsletter} />}</Loaded>
    </Page>
  );
}

const Edition = ({ newsletter }: { newsletter: Newsletter }) => (
  <>
    <PageTitle
      lead={
        <>
          <NewsletterBadge status={newsletter.status} /> {promotionsText(newsletter.promotions_count)}
          <Closing newsletter={newsletter} />
        </>
      }
    >
      <DateText date={newsletter.newsletter_date} />
    </PageTitle>
    {newsletter.status !== 'draft' && <DeliveryPanel newsletter={newsletter} />}
    <NewsletterWords key={newsletter.status} newsletter={newsletter} />
    <NewsletterSections newsletter={newsletter} />
  </>
);

function Closing({ newsletter: { status, newsletter_date } }: { newsletter: Newsletter }) {
  const { business_date, next_cutoff_at } = useShell();
  if (status !== 'draft' || newsletter_date !== business_date) return null;
  return (
    <>
      {' · closes in '}
      <Countdown until={next_cutoff_at} />
    </>
  );
}

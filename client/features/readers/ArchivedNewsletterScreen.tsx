import { useSuspenseQuery } from '@tanstack/react-query';
import { useApp } from '#client/api/app.ts';
import { Link, useParams } from '#client/app/router.ts';
import { BookGrid } from '#client/ui/BookGrid.tsx';
import { EmptyState } from '#client/ui/EmptyState.tsx';
import { Page, PageTitle } from '#client/ui/Page.tsx';
import { Seo } from '#client/ui/Seo.tsx';
import { archivedPath } from '#shared/archived-path.ts';
import { formatCount } from '#shared/counts.ts';
import { formatDate } from '#shared/long-dates.ts';
import { newsletterPaths } from '#shared/newsletter-paths.ts';
import type { ArchivedDeal, NewsletterKind } from '#shared/newsletters.ts';
import { paths } from '#shared/paths.ts';
import classes from './Archive.module.css';
import { archivedNewsletterQuery, cardOfDeal, todayQuery } from './archive.ts';

/** /newsletter/archive/2026-12-01: the web edition that the email links to, without adult and withdrawn deals. */
export const DailyScreen = () => <ArchivedNewsletterScreen kind="daily" />;

/** /newsletter/archive/2026-12-05/weekly: the web edition of the weekly email. */
export const WeeklyScreen = () => <ArchivedNewsletterScreen kind="weekly" />;

function ArchivedNewsletterScreen({ kind }: { kind: NewsletterKind }) {
  const { date = '' } = useParams();
  const { deals_count, deals } = useSuspenseQuery(archivedNewsletterQuery(useApp().api, date, kind)).data;
  const lead = formatCount(deals_count, 'deal');
  const title =
    kind === 'weekly' ? `Best ebook deals of the week: ${formatDate(date)}` : `Ebook deals for ${formatDate(date)}`;
  return (
    <Page>
      <Seo
        title={title}
        description={`${lead} that readers got by email, with that day’s prices.`}
        path={archivedPath({ newsletter_date: date, kind })}
      />
      <PageTitle lead={lead}>{title}</PageTitle>
      <ArchivedDeals deals={deals} date={date} />
      <p>
        These are the prices on the day of the newsletter. They may have changed.{' '}
        <Link to={newsletterPaths.archive()}>All past newsletters</Link>
      </p>
    </Page>
  );
}

/** Today on Deckle, at an address that stays the same, for partners and readers to share. */
export function TodayScreen() {
  const newsletter = useSuspenseQuery(todayQuery(useApp().api)).data;
  return (
    <Page>
      <Seo
        title="Today on Deckle"
        description="The ebook deals of the latest newsletter, checked by editors, with links to every store that has them."
        path={paths.today()}
      />
      <PageTitle lead={newsletter ? `The deals for ${formatDate(newsletter.newsletter_date)}.` : undefined}>
        Today on Deckle
      </PageTitle>
      {newsletter ? (
        <ArchivedDeals deals={newsletter.deals} date={newsletter.newsletter_date} />
      ) : (
        <EmptyState title="No newsletters yet">The first one’s deals will appear here.</EmptyState>
      )}
      <p>
        <Link to={paths.deals()}>All of today’s deals</Link> ·{' '}
        <Link to={newsletterPaths.archive()}>All past newsletters</Link>
      </p>
    </Page>
  );
}

function ArchivedDeals({ deals, date }: { deals: readonly ArchivedDeal[]; date: string }) {
  if (deals.length === 0)
    return (
      <EmptyState title="No deals to show">This newsletter’s deals were withdrawn or are for adults only.</EmptyState>
    );
  return (
    <div className={classes.sections}>
      {[...Map.groupBy(deals, ({ category_name }) => category_name)].map(([name, categoryDeals]) => (
        <section key={name} className={classes.section} data-size={Math.min(categoryDeals.length, 4)}>
          <h2>{name}</h2>
          <BookGrid books={categoryDeals.map((deal) => cardOfDeal(deal, date))} />
        </section>
      ))}
    </div>
  );
}

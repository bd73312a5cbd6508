import { useSuspenseQuery } from '@tanstack/react-query';
import { useApp } from '#client/api/app.ts';
import { Link, useSearchParams } from '#client/app/router.ts';
import { DateText } from '#client/ui/DateText.tsx';
import { EmptyState } from '#client/ui/EmptyState.tsx';
import { Page, PageTitle } from '#client/ui/Page.tsx';
import { Pagination } from '#client/ui/Pagination.tsx';
import { PastLastPage } from '#client/ui/PastLastPage.tsx';
import { Seo } from '#client/ui/Seo.tsx';
import { Stack } from '#client/ui/Stack.tsx';
import { archivedPath } from '#shared/archived-path.ts';
import { formatCount } from '#shared/counts.ts';
import { formatMonth } from '#shared/month-name.ts';
import { newsletterPaths } from '#shared/newsletter-paths.ts';
import classes from './Archive.module.css';
import { archiveHref, archiveListQuery, archivePage } from './archive.ts';

/** /newsletter/archive: the newsletters that went out, page by page. */
export function ArchiveScreen() {
  const page = archivePage(useSearchParams()[0]);
  const { newsletter_archive: newsletters, meta } = useSuspenseQuery(archiveListQuery(useApp().api, page)).data;
  const path = newsletterPaths.archive();
  return (
    <Page>
      <Seo
        title="Past newsletters"
        page={page}
        description="Every daily and weekly newsletter by date, with its deals at that day’s prices, except adult ones."
        path={archiveHref(path, page)}
      />
      <PageTitle lead="Every daily and weekly newsletter by date, with the deals of all genres except adult ones.">
        Past newsletters
      </PageTitle>
      {newsletters.length === 0 && meta.total_count > 0 ? (
        <PastLastPage />
      ) : newsletters.length === 0 ? (
        <EmptyState title="No newsletters yet">The first one will appear here after it’s sent.</EmptyState>
      ) : (
        [...Map.groupBy(newsletters, ({ newsletter_date }) => formatMonth(newsletter_date))].map(
          ([month, monthNewsletters]) => (
            <Stack key={month}>
              <h2>{month}</h2>
              <ul className={classes.days}>
                {monthNewsletters.map((newsletter) => (
                  <li key={archivedPath(newsletter)}>
                    <Link to={archivedPath(newsletter)}>
                      <DateText date={newsletter.newsletter_date} />
                      {newsletter.kind === 'weekly' && ', best of the week'}
                    </Link>
                    <span>{formatCount(newsletter.deals_count, 'deal')}</span>
                  </li>
                ))}
              </ul>
            </Stack>
          ),
        )
      )}
      <Pagination meta={meta} href={(pageNumber) => archiveHref(path, pageNumber)} />
    </Page>
  );
}

import { useSuspenseQuery } from '@tanstack/react-query';
import { useApp } from '#client/api/app.ts';
import { Link, useParams } from '#client/app/router.ts';
import { BookGrid } from '#client/ui/BookGrid.tsx';
import { EmptyState } from '#client/ui/EmptyState.tsx';
import { Page, PageTitle } from '#client/ui/Page.tsx';
import { Seo } from '#client/ui/Seo.tsx';
import { Stack } from '#client/ui/Stack.tsx';
import { formatCount } from '#shared/counts.ts';
import { formatDate } from '#shared/long-dates.ts';
import { newsletterPaths } from '#shared/newsletter-paths.ts';
import { archivedQuery, cardOfDeal } from './archive.ts';

/** /newsletter/archive/2026-12-01: the web edition that the email links to, with the deals of all genres. */
export function ArchivedNewsletterScreen() {
  const { date = '' } = useParams();
  const { deals_count, deals } = useSuspenseQuery(archivedQuery(useApp().api, date)).data;
  const lead = formatCount(deals_count, 'deal');
  const title = `Ebook deals for ${formatDate(date)}`;
  const categories = [...new Set(deals.map(({ category_name }) => category_name))];
  return (
    <Page>
      <Seo
        title={title}
        description={`${lead} that readers got by email, with the prices they had.`}
        path={newsletterPaths.archive(date)}
      />
      <PageTitle lead={lead}>{title}</PageTitle>
      {deals.length === 0 && <EmptyState title="No deals to show">Its deals were withdrawn.</EmptyState>}
      {categories.map((name) => (
        <Stack key={name}>
          <h2>{name}</h2>
          <BookGrid
            books={deals.filter(({ category_name }) => category_name === name).map((deal) => cardOfDeal(deal, date))}
          />
        </Stack>
      ))}
      <p>
        Prices are those of the newsletter and may have changed.{' '}
        <Link to={newsletterPaths.archive()}>All past newsletters</Link>
      </p>
    </Page>
  );
}

import { NativeSelect, SegmentedControl } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Loaded } from '#client/partners/parts/Loaded.tsx';
import { changedSearch } from '#client/partners/parts/list-search.ts';
import { useSearchParams } from '#client/router.ts';
import { EmptyState } from '#client/ui/EmptyState.tsx';
import { Page, PageTitle } from '#client/ui/Page.tsx';
import { Pagination } from '#client/ui/Pagination.tsx';
import { Seo } from '#client/ui/Seo.tsx';
import { useShell } from '#client/ui/shell.ts';
import { NEWSLETTER_STATUSES } from '#shared/newsletters.ts';
import { newslettersQuery } from './api.ts';
import { NewsletterRow } from './NewsletterRow.tsx';
import { newsletterFilters, newsletterSearchOf } from './newsletter-search.ts';
import classes from './UserNewslettersScreen.module.css';

/** Editions ahead, the next one first, or those that are over, the last one first. */
export function UserNewslettersScreen() {
  const { business_date } = useShell();
  const [params, setParams] = useSearchParams();
  const search = newsletterSearchOf(params);
  const query = useQuery(newslettersQuery(newsletterFilters(search, business_date)));
  const change = (part: { [name: string]: string }) => setParams(changedSearch(params, part), { replace: true });
  return (
    <Page>
      <Seo title="Newsletters" description="All newsletters, for staff." noindex />
      <PageTitle lead="One a day. It closes at 10:00 Pacific Time on its date and is sent at once.">
        Newsletters
      </PageTitle>
      <div className={classes.filters}>
        <SegmentedControl
          aria-label="Which newsletters"
          value={search.when}
          onChange={(when) => change({ when: when === 'ahead' ? '' : when })}
          data={[
            { value: 'ahead', label: 'Ahead' },
            { value: 'over', label: 'Over' },
          ]}
        />
        <NativeSelect
          label="Status"
          value={search.status}
          onChange={({ currentTarget: { value } }) => change({ status: value })}
          data={[
            { value: '', label: 'All' },
            ...NEWSLETTER_STATUSES.map((status) => ({ value: status, label: status })),
          ]}
        />
      </div>
      <Loaded query={query}>
        {({ newsletters, meta }) =>
          newsletters.length === 0 ? (
            <EmptyState title="No newsletter here">Drafts are made two weeks ahead.</EmptyState>
          ) : (
            <>
              <ul className={classes.list}>
                {newsletters.map((newsletter) => (
                  <NewsletterRow key={newsletter.id} newsletter={newsletter} />
                ))}
              </ul>
              <Pagination meta={meta} href={(page) => `?${changedSearch(params, { page: String(page) })}`} />
            </>
          )
        }
      </Loaded>
    </Page>
  );
}

import { NativeSelect, SegmentedControl } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useSearchParams } from '#client/app/router.ts';
import { Loaded } from '#client/ui/app/Loaded.tsx';
import { changedSearch } from '#client/ui/app/list-search.ts';
import { EmptyState } from '#client/ui/EmptyState.tsx';
import { Page, PageTitle } from '#client/ui/Page.tsx';
import { Pagination } from '#client/ui/Pagination.tsx';
import { Seo } from '#client/ui/Seo.tsx';
import { useShell } from '#client/ui/shell.ts';
import { NEWSLETTER_STATUSES } from '#shared/newsletters.ts';
import { newslettersQuery } from './api.ts';
import { NewsletterCalendar } from './NewsletterCalendar.tsx';
import { NewsletterRow } from './NewsletterRow.tsx';
import { calendarMonthOf, isCalendar, newsletterFilters, newsletterSearchOf } from './newsletter-search.ts';
import classes from './UserNewslettersScreen.module.css';

/** Editions ahead, the next one first, or those that are over, the last one first; or a month of them. */
export function UserNewslettersScreen() {
  const { business_date } = useShell();
  const [params, setParams] = useSearchParams();
  const calendar = isCalendar(params);
  const change = (part: { [name: string]: string }) => setParams(changedSearch(params, part), { replace: true });
  return (
    <Page>
      <Seo title="Newsletters" description="All newsletters, for staff." noindex />
      <PageTitle lead="One a day, and a weekly edition on Saturdays. It closes at 10:00 Pacific Time on its date and is sent at once.">
        Newsletters
      </PageTitle>
      <div className={classes.filters}>
        <SegmentedControl
          aria-label="Shown as"
          value={calendar ? 'calendar' : 'list'}
          onChange={(view) => change({ view: view === 'list' ? '' : view })}
          data={[
            { value: 'list', label: 'List' },
            { value: 'calendar', label: 'Calendar' },
          ]}
        />
        {!calendar && <ListFilters params={params} change={change} />}
      </div>
      {calendar ? (
        <NewsletterCalendar
          month={calendarMonthOf(params, business_date)}
          today={business_date}
          monthHref={(month) => `?${changedSearch(params, { month })}`}
        />
      ) : (
        <NewsletterList params={params} />
      )}
    </Page>
  );
}

type Filters = { params: URLSearchParams; change: (part: { [name: string]: string }) => void };

function ListFilters({ params, change }: Filters) {
  const search = newsletterSearchOf(params);
  return (
    <>
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
        data={[{ value: '', label: 'All' }, ...NEWSLETTER_STATUSES.map((status) => ({ value: status, label: status }))]}
      />
    </>
  );
}

function NewsletterList({ params }: { params: URLSearchParams }) {
  const { business_date } = useShell();
  const query = useQuery(newslettersQuery(newsletterFilters(newsletterSearchOf(params), business_date)));
  return (
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
  );
}

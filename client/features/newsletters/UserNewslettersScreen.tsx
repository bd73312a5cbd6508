import { useQuery } from '@tanstack/react-query';
import type { FormEvent } from 'react';
import { Link } from '#client/app/router.ts';
import { addMonths } from '#client/ui/app/calendar.ts';
import { useListSearch } from '#client/ui/app/list-search.ts';
import { MonthTable, monthName } from '#client/ui/app/MonthTable.tsx';
import { QueryBoundary } from '#client/ui/app/QueryBoundary.tsx';
import { LineRow, LineRows } from '#client/ui/app/Rows.tsx';
import { Segments } from '#client/ui/app/Segments.tsx';
import { Button } from '#client/ui/Button.tsx';
import { DateText } from '#client/ui/DateText.tsx';
import { EmptyState } from '#client/ui/EmptyState.tsx';
import { Page, PageTitle } from '#client/ui/Page.tsx';
import { Pagination } from '#client/ui/Pagination.tsx';
import { SelectField } from '#client/ui/SelectField.tsx';
import { Seo } from '#client/ui/Seo.tsx';
import { Skeleton } from '#client/ui/Skeletons.tsx';
import { useShell } from '#client/ui/shell.ts';
import { useSyncedFormValues } from '#client/ui/use-synced-form-values.ts';
import { formatDate } from '#shared/long-dates.ts';
import { NEWSLETTER_STATUSES, type Newsletter } from '#shared/newsletters.ts';
import { paths } from '#shared/paths.ts';
import { newslettersQuery } from './api.ts';
import { HeldBadge, NewsletterBadge, WeeklyBadge } from './NewsletterBadge.tsx';
import { contentText, deliveriesText } from './newsletter-labels.ts';
import {
  calendarMonthOf,
  monthFilters,
  type NewsletterSearch,
  newsletterFilters,
  SEARCH_PARAMS,
} from './newsletter-search.ts';
import classes from './UserNewslettersScreen.module.css';

/** A list of upcoming newsletters (the next one first) or past ones (the latest first), or a month's calendar. */
export function UserNewslettersScreen() {
  const { business_date } = useShell();
  const { search, change, href, pageHref } = useListSearch(SEARCH_PARAMS);
  const isCalendar = search.view === 'calendar';
  return (
    <Page>
      <Seo title="Newsletters" description="Staff view of all newsletters." noindex />
      <PageTitle lead="One newsletter a day, plus a weekly one on Saturdays. The daily one closes at 10:00 AM Pacific Time, the weekly one five minutes later, and each goes out right away.">
        Newsletters
      </PageTitle>
      <div className={classes.filters}>
        <Segments
          label="View"
          value={search.view}
          onChange={(view) => change({ view })}
          options={[
            { value: 'list', label: 'List' },
            { value: 'calendar', label: 'Calendar' },
          ]}
        />
        {!isCalendar && <ListChoices search={search} change={change} />}
      </div>
      {isCalendar ? (
        <NewsletterCalendar
          month={calendarMonthOf(search, business_date)}
          business_date={business_date}
          monthHref={(month) => href({ month })}
        />
      ) : (
        <NewsletterList search={search} pageHref={pageHref} />
      )}
    </Page>
  );
}

type Filters = { search: NewsletterSearch; change: (part: Partial<NewsletterSearch>) => void };

function ListChoices({ search, change }: Filters) {
  const onSubmit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    change({ status: new FormData(event.currentTarget).get('status') as NewsletterSearch['status'] });
  };
  return (
    <>
      <Segments
        label="Show"
        value={search.when}
        onChange={(when) => change({ when })}
        options={[
          { value: 'ahead', label: 'Upcoming' },
          { value: 'over', label: 'Past' },
        ]}
      />
      <form ref={useSyncedFormValues({ status: search.status })} className={classes.status} onSubmit={onSubmit}>
        <SelectField
          name="status"
          label="Status"
          defaultValue={search.status}
          options={[
            { value: '', label: 'All' },
            ...NEWSLETTER_STATUSES.map((status) => ({ value: status, label: status })),
          ]}
        />
        <Button type="submit" look="quiet">
          Show newsletters
        </Button>
      </form>
    </>
  );
}

type ListProps = { search: NewsletterSearch; pageHref: (page: number) => string };

function NewsletterList({ search, pageHref }: ListProps) {
  const { business_date } = useShell();
  const query = useQuery(newslettersQuery(newsletterFilters(search, business_date)));
  return (
    <QueryBoundary query={query}>
      {({ newsletters, meta }) =>
        newsletters.length === 0 ? (
          search.status ? (
            <EmptyState title="No matches">
              {search.when === 'ahead'
                ? 'No upcoming newsletter has this status.'
                : 'No past newsletter has this status.'}
            </EmptyState>
          ) : (
            <EmptyState title="No newsletters yet">Drafts are created two weeks ahead.</EmptyState>
          )
        ) : (
          <>
            <LineRows>
              {newsletters.map((newsletter) => (
                <NewsletterRow key={newsletter.id} newsletter={newsletter} />
              ))}
            </LineRows>
            <Pagination meta={meta} href={pageHref} />
          </>
        )
      }
    </QueryBoundary>
  );
}

type Props = { month: string; business_date: string; monthHref: (month: string) => string };

/** A month of newsletters, each with its status and number of promotions. */
function NewsletterCalendar({ month, business_date, monthHref }: Props) {
  const query = useQuery(newslettersQuery(monthFilters(month)));
  return (
    <section aria-labelledby="month">
      <div className={classes.head}>
        <Link to={monthHref(addMonths(month, -1))}>{monthName(addMonths(month, -1))}</Link>
        <h2 id="month">{monthName(month)}</h2>
        <Link to={monthHref(addMonths(month, 1))}>{monthName(addMonths(month, 1))}</Link>
      </div>
      <QueryBoundary query={query} placeholder={<Skeleton height={560} />}>
        {({ newsletters }) => <Month month={month} business_date={business_date} newsletters={newsletters} />}
      </QueryBoundary>
    </section>
  );
}

type MonthProps = { month: string; business_date: string; newsletters: readonly Newsletter[] };

function Month({ month, business_date, newsletters }: MonthProps) {
  const byDate = Map.groupBy(newsletters, ({ newsletter_date }) => newsletter_date);
  return (
    <MonthTable month={month} letters={3} today={business_date} className={classes.table} aria-labelledby="month">
      {(date) => <Day date={date} editions={byDate.get(date) ?? []} />}
    </MonthTable>
  );
}

const Day = ({ date, editions }: { date: string; editions: readonly Newsletter[] }) => (
  <>
    <span className={classes.number}>{Number(date.slice(8))}</span>
    {editions.map((edition) => (
      <Link
        key={edition.id}
        to={paths.userNewsletter(edition.id)}
        className={classes.edition!}
        data-status={edition.status}
      >
        <strong aria-hidden="true">{edition.promotions_count}</strong>
        <span className={classes.word} aria-hidden="true">
          {edition.kind === 'weekly' ? 'weekly' : edition.status}
        </span>
        <span className="visually-hidden">{fullText(edition)}</span>
      </Link>
    ))}
  </>
);

function fullText(newsletter: Newsletter) {
  const kindText = newsletter.kind === 'weekly' ? ', weekly edition' : '';
  return `${formatDate(newsletter.newsletter_date)}${kindText}: ${newsletter.status}, ${contentText(newsletter)}`;
}

const NewsletterRow = ({ newsletter }: { newsletter: Newsletter }) => (
  <LineRow
    to={paths.userNewsletter(newsletter.id)}
    title={<DateText date={newsletter.newsletter_date} />}
    marks={
      <>
        {newsletter.kind === 'weekly' && <WeeklyBadge />} {newsletter.held_at && <HeldBadge />}
      </>
    }
    details={newsletter.subject}
  >
    <NewsletterBadge status={newsletter.status} />
    <span>{[contentText(newsletter), deliveriesText(newsletter)].filter(Boolean).join(' · ')}</span>
  </LineRow>
);

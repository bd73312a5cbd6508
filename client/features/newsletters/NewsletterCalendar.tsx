import { useQuery } from '@tanstack/react-query';
import { Link } from '#client/app/router.ts';
import { addMonths, weeksOf } from '#client/ui/app/calendar.ts';
import { Loaded } from '#client/ui/app/Loaded.tsx';
import { Skeleton } from '#client/ui/Skeletons.tsx';
import { dateOf } from '#shared/dates.ts';
import { formatDate } from '#shared/long-dates.ts';
import type { Newsletter } from '#shared/newsletters.ts';
import { paths } from '#shared/paths.ts';
import { newslettersQuery } from './api.ts';
import classes from './NewsletterCalendar.module.css';
import { monthFilters } from './newsletter-search.ts';
import { promotionsText } from './newsletter-words.ts';

const WEEKDAYS = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'];
const monthFormat = new Intl.DateTimeFormat('en-US', { timeZone: 'UTC', month: 'long', year: 'numeric' });
const monthName = (month: string) => monthFormat.format(dateOf(`${month}-01`));

type Props = { month: string; today: string; monthHref: (month: string) => string };

/** A month of editions, each with its promotions and where it is on its way. */
export function NewsletterCalendar({ month, today, monthHref }: Props) {
  const query = useQuery(newslettersQuery(monthFilters(month)));
  return (
    <section aria-labelledby="month">
      <div className={classes.head}>
        <Link to={monthHref(addMonths(month, -1))}>{monthName(addMonths(month, -1))}</Link>
        <h2 id="month">{monthName(month)}</h2>
        <Link to={monthHref(addMonths(month, 1))}>{monthName(addMonths(month, 1))}</Link>
      </div>
      <Loaded query={query} waiting={<Skeleton height={560} />}>
        {({ newsletters }) => <Month month={month} today={today} newsletters={newsletters} />}
      </Loaded>
    </section>
  );
}

type MonthProps = { month: string; today: string; newsletters: readonly Newsletter[] };

function Month({ month, today, newsletters }: MonthProps) {
  const byDate = Map.groupBy(newsletters, ({ newsletter_date }) => newsletter_date);
  return (
    <table className={classes.table} aria-labelledby="month">
      <thead>
        <tr>
          {WEEKDAYS.map((weekday) => (
            <th key={weekday} scope="col">
              <abbr title={weekday}>{weekday.slice(0, 3)}</abbr>
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {weeksOf(month).map((week) => (
          <tr key={week.find(Boolean)}>
            {week.map((date, weekday) => (
              <td key={WEEKDAYS[weekday]} data-today={date === today || undefined}>
                {date && <Day date={date} editions={byDate.get(date) ?? []} />}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
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
        <span className="visually-hidden">{wholeText(edition)}</span>
      </Link>
    ))}
  </>
);

function wholeText({ newsletter_date, kind, status, promotions_count }: Newsletter) {
  const which = kind === 'weekly' ? ', weekly edition' : '';
  return `${formatDate(newsletter_date)}${which}: ${status}, ${promotionsText(promotions_count)}`;
}

import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { clientFor } from '#client/api/client.ts';
import { Link } from '#client/app/router.ts';
import { useShell } from '#client/ui/shell.ts';
import { newslettersApi } from '#shared/api/newsletters.ts';
import { NEWSLETTER_LIST_HEIGHTS, RESULTS_PER_PAGE } from '#shared/business.ts';
import { addDays, dateOf } from '#shared/dates.ts';
import { paths } from '#shared/paths.ts';
import classes from './SidebarNewsletters.module.css';

const DAYS_BACK = 10;
const DAYS_AHEAD = 4;

/** In the API's own order: back from the one that is open, then the next ones. */
const around = (open: string) => ({
  queryKey: ['newsletters', 'sidebar', open],
  queryFn: () =>
    clientFor(newslettersApi, 'user').list({
      query: { date_from: addDays(open, -DAYS_BACK), date_to: addDays(open, DAYS_AHEAD), per: RESULTS_PER_PAGE },
    }),
});

/** Recent newsletter dates with their number of promotions; the list's height cycles through 0, 250 and 500 px (spec §2). */
export function SidebarNewsletters() {
  const { business_date } = useShell();
  const [step, setStep] = useState(1);
  const { data } = useQuery(around(business_date));
  const height = NEWSLETTER_LIST_HEIGHTS[step] ?? 0;
  const next = (step + 1) % NEWSLETTER_LIST_HEIGHTS.length;
  return (
    <div className={classes.box}>
      <ul className={classes.list} style={{ maxHeight: height }} hidden={height === 0}>
        {data?.newsletters.map(({ id, newsletter_date, kind, promotions_count }) => (
          <li key={id}>
            <Link to={paths.userNewsletter(id)}>
              <span>
                {shortDate(newsletter_date)}
                {kind === 'weekly' && ' · weekly'}
              </span>
              <span className={classes.count}>
                {promotions_count}
                <span className="visually-hidden"> promotions</span>
              </span>
            </Link>
          </li>
        ))}
      </ul>
      <button type="button" className={classes.cycle} onClick={() => setStep(next)}>
        {next === 0 ? 'Hide dates' : height === 0 ? 'Show dates' : 'More dates'}
      </button>
    </div>
  );
}

const format = new Intl.DateTimeFormat('en-US', { timeZone: 'UTC', weekday: 'short', month: 'short', day: 'numeric' });
const shortDate = (date: string) => format.format(dateOf(date));

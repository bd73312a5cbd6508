import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '#client/api/http.ts';
import { Link } from '#client/router.ts';
import { NEWSLETTER_LIST_HEIGHTS, RESULTS_PER_PAGE } from '#shared/business.ts';
import { dateOf } from '#shared/dates.ts';
import type { Newsletter } from '#shared/newsletters.ts';
import { paths } from '#shared/paths.ts';
import classes from './SidebarNewsletters.module.css';

const recent = {
  queryKey: ['newsletters', 'sidebar'],
  queryFn: () =>
    call<{ newsletters: Newsletter[] }>('/newsletters', {
      role: 'user',
      query: { sort_col: 'newsletter_date', sort_dir: 'desc', per: RESULTS_PER_PAGE },
    }),
};

/** Recent newsletter dates with their number of promotions; the list's height cycles through 0, 250 and 500 px (spec §2). */
export function SidebarNewsletters() {
  const [step, setStep] = useState(1);
  const { data } = useQuery(recent);
  const height = NEWSLETTER_LIST_HEIGHTS[step] ?? 0;
  const next = (step + 1) % NEWSLETTER_LIST_HEIGHTS.length;
  return (
    <div className={classes.box}>
      <ul className={classes.list} style={{ maxHeight: height }} hidden={height === 0}>
        {data?.newsletters.map(({ id, newsletter_date, promotions_count }) => (
          <li key={id}>
            <Link to={paths.userNewsletter(id)}>
              <span>{shortDate(newsletter_date)}</span>
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

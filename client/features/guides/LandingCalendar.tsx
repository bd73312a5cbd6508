import { useSuspenseQuery } from '@tanstack/react-query';
import type { FormEvent } from 'react';
import { useApp } from '#client/api/app.ts';
import { useNavigate, useSearchParams } from '#client/app/router.ts';
import { Button } from '#client/ui/Button.tsx';
import { Countdown } from '#client/ui/Countdown.tsx';
import { DateText } from '#client/ui/DateText.tsx';
import { SelectField } from '#client/ui/SelectField.tsx';
import { useShell } from '#client/ui/shell.ts';
import { MAX_BOOKING_DAYS_AHEAD } from '#shared/business.ts';
import { addDays, parseDate } from '#shared/dates.ts';
import { FACTS } from '#shared/facts.ts';
import { paths } from '#shared/paths.ts';
import classes from './LandingCalendar.module.css';
import { type NewsletterDay, rateFor, slotsPerDay, slotsQuery } from './landing.ts';
import type { Rate } from './rates.ts';

/** The next two weeks of newsletters, from the server's clock, with the free slots of one category. */
export function LandingCalendar({ rates }: { rates: readonly Rate[] }) {
  const { business_date, next_cutoff_at } = useShell();
  const rate = rateFor(rates, useSearchParams()[0].get('category_id'));
  return (
    <section id="calendar" className={classes.section} aria-labelledby="calendar-title">
      <h2 id="calendar-title">The next newsletters</h2>
      <p>
        A newsletter goes out every day and closes at {FACTS.cutoff}. The next one closes in{' '}
        <Countdown until={next_cutoff_at} />. Across all {rates.length} categories, there are {slotsPerDay(rates)} slots
        a day.
      </p>
      {rate && <CategoryForm key={rate.id} rates={rates} rate={rate} />}
      {rate && <NewsletterDays rate={rate} />}
      <p>
        If you book today, your promotion can run any day from <DateText date={addDays(business_date, 1)} /> through{' '}
        <DateText date={addDays(business_date, MAX_BOOKING_DAYS_AHEAD)} />.
      </p>
    </section>
  );
}

/** A GET form: without script, submitting it loads this page with the chosen category. */
function CategoryForm({ rates, rate }: { rates: readonly Rate[]; rate: Rate }) {
  const navigate = useNavigate();
  const path = paths.partnersLanding();
  const onSubmit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const category_id = String(new FormData(event.currentTarget).get('category_id'));
    void navigate(`${path}?category_id=${category_id}#calendar`);
  };
  return (
    <form action={`${path}#calendar`} method="get" className={classes.form} onSubmit={onSubmit}>
      <SelectField
        name="category_id"
        label="Category"
        defaultValue={rate.id}
        options={rates.map(({ id, name }) => ({ value: String(id), label: name }))}
      />
      <Button type="submit" look="quiet">
        Show slots
      </Button>
    </form>
  );
}

const weekdayFormat = new Intl.DateTimeFormat('en-US', { timeZone: 'UTC', weekday: 'short' });
const dayFormat = new Intl.DateTimeFormat('en-US', { timeZone: 'UTC', month: 'short', day: 'numeric' });

function NewsletterDays({ rate }: { rate: Rate }) {
  const { data: days } = useSuspenseQuery(slotsQuery(useApp().api, rate.id));
  return (
    <ol className={classes.days} aria-label={`Slots in ${rate.name}`}>
      {days.map((newsletter) => (
        <li key={newsletter.date} data-state={newsletter.state}>
          <time dateTime={newsletter.date}>
            <span>{weekdayFormat.format(parseDate(newsletter.date))}</span>
            <strong>{dayFormat.format(parseDate(newsletter.date))}</strong>
          </time>
          <span className={classes.state}>{stateText(newsletter, rate.daily_slots)}</span>
        </li>
      ))}
    </ol>
  );
}

function stateText({ state, places_left }: NewsletterDay, daily_slots: number) {
  if (state === 'closes next') return 'Booking closed';
  return state === 'full' ? 'Full' : `${places_left} of ${daily_slots} left`;
}

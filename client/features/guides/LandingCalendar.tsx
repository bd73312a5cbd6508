import { useSuspenseQuery } from '@tanstack/react-query';
import type { FormEvent } from 'react';
import { useApp } from '#client/api/app.ts';
import { useNavigate, useSearchParams } from '#client/app/router.ts';
import { Button } from '#client/ui/Button.tsx';
import { Countdown } from '#client/ui/Countdown.tsx';
import { DateText } from '#client/ui/DateText.tsx';
import { SelectField } from '#client/ui/SelectField.tsx';
import { useShell } from '#client/ui/shell.ts';
import { LATEST_REQUEST_DAYS } from '#shared/business.ts';
import { addDays, dateOf } from '#shared/dates.ts';
import { paths } from '#shared/paths.ts';
import { FACTS } from './facts.ts';
import classes from './LandingCalendar.module.css';
import { chosenRate, type NewsletterDay, placesADay, placesQuery } from './landing.ts';
import type { Rate } from './rates.ts';

/** The next two weeks of newsletters, from the server's clock, with the places that are left in one category. */
export function LandingCalendar({ rates }: { rates: readonly Rate[] }) {
  const { business_date, next_cutoff_at } = useShell();
  const rate = chosenRate(rates, useSearchParams()[0].get('category_id'));
  return (
    <section id="calendar" className={classes.section} aria-labelledby="calendar-title">
      <h2 id="calendar-title">The next newsletters</h2>
      <p>
        A newsletter goes out every day and closes at {FACTS.cutoff}; the next one in{' '}
        <Countdown until={next_cutoff_at} />. In all {rates.length} categories together there are {placesADay(rates)}{' '}
        places a day.
      </p>
      {rate && <CategoryForm key={rate.id} rates={rates} chosen={rate} />}
      {rate && <Days rate={rate} />}
      <p>
        Booked today, your book can run on <DateText date={addDays(business_date, 1)} /> at the earliest, and on{' '}
        <DateText date={addDays(business_date, LATEST_REQUEST_DAYS)} /> at the latest.
      </p>
    </section>
  );
}

/** A GET form: without script the browser itself goes to the chosen category. */
function CategoryForm({ rates, chosen }: { rates: readonly Rate[]; chosen: Rate }) {
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
        defaultValue={chosen.id}
        options={rates.map(({ id, name }) => ({ value: String(id), label: name }))}
      />
      <Button type="submit" look="quiet">
        Show places
      </Button>
    </form>
  );
}

const weekday = new Intl.DateTimeFormat('en-US', { timeZone: 'UTC', weekday: 'short' });
const day = new Intl.DateTimeFormat('en-US', { timeZone: 'UTC', month: 'short', day: 'numeric' });

function Days({ rate }: { rate: Rate }) {
  const { data: days } = useSuspenseQuery(placesQuery(useApp().api, rate.id));
  return (
    <ol className={classes.days} aria-label={`Places in ${rate.name}`}>
      {days.map((newsletter) => (
        <li key={newsletter.date} data-state={newsletter.state}>
          <time dateTime={newsletter.date}>
            <span>{weekday.format(dateOf(newsletter.date))}</span>
            <strong>{day.format(dateOf(newsletter.date))}</strong>
          </time>
          <span className={classes.state}>{stateText(newsletter, rate.daily_slots)}</span>
        </li>
      ))}
    </ol>
  );
}

function stateText({ state, places_left }: NewsletterDay, daily_slots: number) {
  if (state === 'closes next') return 'Closes next';
  return state === 'full' ? 'Full' : `${places_left} of ${daily_slots} free`;
}

import { useSuspenseQuery } from '@tanstack/react-query';
import { useApp } from '#client/api/app.ts';
import { Link } from '#client/app/router.ts';
import { InstantText } from '#client/ui/DateText.tsx';
import classes from './LandingFigures.module.css';
import { figuresQuery } from './landing-queries.ts';

/** Counted from the database, with the moment they were counted. */
export function LandingFigures() {
  const { figures, demo, as_of } = useSuspenseQuery(figuresQuery(useApp().api)).data;
  if (figures.length === 0) return null;
  return (
    <section aria-labelledby="figures" className={classes.section}>
      <h2 id="figures" className="visually-hidden">
        In numbers
      </h2>
      <dl className={classes.figures}>
        {figures.map(({ value, label }) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      <p className={classes.source}>
        {demo && <strong>Demo data. </strong>}
        Counted on <InstantText at={as_of} />.{' '}
        <Link to="/subscribers-and-statistics">How they are counted, and by category</Link>
      </p>
    </section>
  );
}

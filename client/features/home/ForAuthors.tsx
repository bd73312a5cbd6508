import { Link } from '#client/app/router.ts';
import { Button } from '#client/ui/Button.tsx';
import { MAX_PROMO_COST_CENTS } from '#shared/business.ts';
import { formatCents } from '#shared/money.ts';
import { paths } from '#shared/paths.ts';
import classes from './ForAuthors.module.css';

const POINTS = [
  {
    title: 'Pay for readers, not for hope',
    text: `You are billed per click after the newsletter went out, and never more than ${formatCents(MAX_PROMO_COST_CENTS)} for one promotion. No clicks, no bill.`,
  },
  {
    title: 'A person reads your submission',
    text: 'Editors look at every book. You hear yes, no with the reason, or a question you can answer.',
  },
  {
    title: 'See what came of it',
    text: 'Clicks by store and by hour, which of them were billed and why the others were not, and how you did among similar books.',
  },
];

export function ForAuthors() {
  return (
    <section className={classes.band} aria-labelledby="for-authors">
      <div className={classes.inner}>
        <div className={classes.head}>
          <h2 id="for-authors">You wrote one? Bring it to readers.</h2>
          <p>For authors and publishers with an ebook on sale and a price they can lower for a few days.</p>
        </div>
        <ul className={classes.points}>
          {POINTS.map(({ title, text }) => (
            <li key={title}>
              <h3>{title}</h3>
              <p>{text}</p>
            </li>
          ))}
        </ul>
        <div className={classes.actions}>
          <Button to={paths.partnerSignUp()}>Create a partner account</Button>
          <Link to={paths.partnersLanding()}>How it works</Link>
        </div>
      </div>
    </section>
  );
}

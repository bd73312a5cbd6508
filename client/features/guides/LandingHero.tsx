import { Hero } from '#client/ui/Banner.tsx';
import { Button } from '#client/ui/Button.tsx';
import { FACTS } from '#shared/facts.ts';
import { paths } from '#shared/paths.ts';
import classes from './LandingHero.module.css';

/** The headline of the landing page, with an example bill. */
export const LandingHero = () => (
  <Hero
    title="Put your ebook in front of readers who love your genre."
    lead={`Each reader gets at most one email a day, filtered by their genres, maximum price, and stores. Book a slot, pay for billable clicks afterward, and never more than ${FACTS.ceiling} per promotion.`}
    actions={
      <>
        <Button to={paths.partnerSignUp()}>Create a partner account</Button>
        <Button to="/pricing" look="quiet">
          See prices
        </Button>
      </>
    }
  >
    <ExampleBill />
  </Hero>
);

const LINES = [
  ['97 clicks from the newsletter', ''],
  ['– 8 bot clicks', ''],
  ['– 4 repeat clicks', ''],
  ['85 billable clicks at $0.40', '$34.00'],
] as const;

const ExampleBill = () => (
  <figure className={classes.bill}>
    <figcaption>An example: a thriller at 99 cents</figcaption>
    <dl>
      {LINES.map(([item, amount]) => (
        <div key={item}>
          <dt>{item}</dt>
          <dd>{amount}</dd>
        </div>
      ))}
      <div className={classes.total}>
        <dt>You pay</dt>
        <dd>$34.00</dd>
      </div>
      <div>
        <dt>The most it could have cost</dt>
        <dd>{FACTS.ceiling}.00</dd>
      </div>
    </dl>
  </figure>
);

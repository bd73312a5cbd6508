import { useSuspenseQuery } from '@tanstack/react-query';
import { useApp } from '#client/api/app.ts';
import { Link } from '#client/app/router.ts';
import { Band } from '#client/ui/Banner.tsx';
import { Button } from '#client/ui/Button.tsx';
import { DataTable } from '#client/ui/DataTable.tsx';
import { InstantText } from '#client/ui/DateText.tsx';
import { Figures } from '#client/ui/Figures.tsx';
import { Page } from '#client/ui/Page.tsx';
import { Seo } from '#client/ui/Seo.tsx';
import { useShell } from '#client/ui/shell.ts';
import { formatCents } from '#shared/money.ts';
import { paths } from '#shared/paths.ts';
import { Blocks } from './Blocks.tsx';
import { FACTS } from './facts.ts';
import { LandingCalendar } from './LandingCalendar.tsx';
import { LandingHero } from './LandingHero.tsx';
import { figuresQuery, rateRange } from './landing.ts';
import { QUESTIONS, STEPS, WHO_GETS_IN } from './landing-texts.ts';
import classes from './PartnersLandingScreen.module.css';
import { type Rate, ratesQuery } from './rates.ts';

const DESCRIPTION = `Book a place for your ebook in a daily newsletter of its genre. You pay per click, after it went out, and never more than ${FACTS.ceiling}.`;

export function PartnersLandingScreen() {
  const { app_url } = useShell();
  const { data: rates } = useSuspenseQuery(ratesQuery(useApp().api));
  return (
    <>
      <Seo
        title="Promote your ebook, pay per click"
        description={DESCRIPTION}
        path={paths.partnersLanding()}
        jsonLd={[serviceJsonLd(app_url), questionsJsonLd()]}
      />
      <LandingHero />
      <Page>
        <LandingFigures />
        <section className={classes.section} aria-labelledby="how">
          <h2 id="how">How it works</h2>
          <ol className={classes.steps}>
            {STEPS.map(({ title, text }) => (
              <li key={title}>
                <h3>{title}</h3>
                <p>{text}</p>
              </li>
            ))}
          </ol>
        </section>
        <LandingPrice rates={rates} />
        <LandingCalendar rates={rates} />
        <section className={classes.section} aria-labelledby="who">
          <h2 id="who">Which books get in</h2>
          <div className={classes.prose}>
            <Blocks blocks={WHO_GETS_IN} />
          </div>
        </section>
        <section className={classes.section} aria-labelledby="questions">
          <h2 id="questions">Questions before you begin</h2>
          <div className={classes.prose}>
            <Blocks blocks={[{ terms: QUESTIONS }]} />
          </div>
        </section>
      </Page>
      <Band
        id="begin"
        title="Begin with one book"
        lead="An account is free. A card is asked for when you book, and charged only after readers have clicked."
        actions={
          <>
            <Button to={paths.partnerSignUp()}>Create a partner account</Button>
            <Link to={paths.partnerSignIn()}>Sign in</Link>
          </>
        }
      />
    </>
  );
}

const serviceJsonLd = (appUrl: string) => ({
  '@context': 'https://schema.org',
  '@type': 'Service',
  name: 'Deckle ebook promotions',
  serviceType: 'Ebook promotion by newsletter',
  description: DESCRIPTION,
  url: appUrl + paths.partnersLanding(),
  provider: { '@type': 'Organization', name: 'Deckle', url: appUrl },
  audience: { '@type': 'Audience', audienceType: 'Authors and publishers' },
});

const questionsJsonLd = () => ({
  '@context': 'https://schema.org',
  '@type': 'FAQPage',
  mainEntity: QUESTIONS.map(([name, text]) => ({
    '@type': 'Question',
    name,
    acceptedAnswer: { '@type': 'Answer', text },
  })),
});

/** Counts from the database, with the time of the count. */
function LandingFigures() {
  const { figures, demo, as_of } = useSuspenseQuery(figuresQuery(useApp().api)).data;
  if (figures.length === 0) return null;
  return (
    <section aria-labelledby="figures" className={classes.figuresSection}>
      <h2 id="figures" className="visually-hidden">
        In numbers
      </h2>
      <Figures figures={figures} />
      <p className={classes.source}>
        {demo && <strong>Demo data. </strong>}
        Counted on <InstantText at={as_of} />.{' '}
        <Link to="/subscribers-and-statistics">How they are counted, and by category</Link>
      </p>
    </section>
  );
}

const EXAMPLES = [
  ['0 clicks', '$0.00', '$0.00'],
  ['60 clicks', '$24.00', '$24.00'],
  ['60 clicks and the top place', '$34.00', '$34.00'],
  ['150 clicks', '$60.00', `${FACTS.ceiling}.00`],
  ['400 clicks', '$160.00', `${FACTS.ceiling}.00`],
];

function LandingPrice({ rates }: { rates: readonly Rate[] }) {
  return (
    <section id="price" className={classes.priceSection} aria-labelledby="price-title">
      <h2 id="price-title">What it costs</h2>
      <div className={classes.columns}>
        <dl className={classes.rates}>
          <RateLine label="A click on a free book" range={rateRange(rates, 'cpc_free_cents')} />
          <RateLine label="A click on a discounted book" range={rateRange(rates, 'cpc_discounted_cents')} />
          <div>
            <dt>One promotion, at most, add-ons included</dt>
            <dd>{FACTS.ceiling}</dd>
          </div>
        </dl>
        <DataTable
          caption="Examples at 40 cents a click, the top place at $10.00"
          head={['It brought', 'That makes', 'You pay']}
          rows={EXAMPLES}
        />
      </div>
      <p>
        The rate depends on the category and is frozen when you book. Discount codes and credit are taken off what you
        pay. <Link to="/pricing">All categories, with a calculator</Link>
      </p>
    </section>
  );
}

const RateLine = ({ label, range }: { label: string; range: ReturnType<typeof rateRange> }) =>
  range && (
    <div>
      <dt>{label}</dt>
      <dd>
        {range.lowest === range.highest
          ? formatCents(range.lowest)
          : `${formatCents(range.lowest)} to ${formatCents(range.highest)}`}
      </dd>
    </div>
  );

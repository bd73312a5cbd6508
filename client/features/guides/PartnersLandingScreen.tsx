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
import type { Section } from '#shared/article.ts';
import { FACTS } from '#shared/facts.ts';
import { formatCents } from '#shared/money.ts';
import { paths } from '#shared/paths.ts';
import { article } from '../../../content/partners.md';
import { questionJsonLd } from './ArticlePage.tsx';
import { LandingCalendar } from './LandingCalendar.tsx';
import { LandingHero } from './LandingHero.tsx';
import { figuresQuery, rateRange } from './landing.ts';
import classes from './PartnersLandingScreen.module.css';
import { Html, Prose } from './Prose.tsx';
import { type Rate, ratesQuery } from './rates.ts';

const { title, description, sections, questions = [] } = article;
const [HOW, WHO, QUESTIONS] = sections as [Section, Section, Section];

export function PartnersLandingScreen() {
  const { app_url } = useShell();
  const { data: rates } = useSuspenseQuery(ratesQuery(useApp().api));
  return (
    <>
      <Seo
        title={title}
        description={description}
        path={paths.partnersLanding()}
        jsonLd={[serviceJsonLd(app_url), questionsJsonLd()]}
      />
      <LandingHero />
      <Page>
        <LandingFigures />
        <section className={classes.section} aria-labelledby={HOW.id}>
          <h2 id={HOW.id}>{HOW.title}</h2>
          <Html html={String(HOW.parts[0])} className={classes.steps} />
        </section>
        <LandingPrice rates={rates} />
        <LandingCalendar rates={rates} />
        <TextSection section={WHO} />
        <TextSection section={QUESTIONS} />
      </Page>
      <Band
        id="begin"
        title="Start with one book"
        lead="Opening an account is free. Add a card when you book; we’ll charge it only after your promotion has run."
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
  description,
  url: appUrl + paths.partnersLanding(),
  provider: { '@type': 'Organization', name: 'Deckle', url: appUrl },
  audience: { '@type': 'Audience', audienceType: 'Authors and publishers' },
});

const questionsJsonLd = () => ({
  '@context': 'https://schema.org',
  '@type': 'FAQPage',
  mainEntity: questions.map(questionJsonLd),
});

const TextSection = ({ section: { id, title: heading, parts } }: { section: Section }) => (
  <section className={classes.section} aria-labelledby={id}>
    <h2 id={id}>{heading}</h2>
    <div className={classes.prose}>
      <Prose parts={parts} />
    </div>
  </section>
);

/** Counts from the database, with the time of the count. */
function LandingFigures() {
  const { figures, demo, as_of } = useSuspenseQuery(figuresQuery(useApp().api)).data;
  if (figures.length === 0) return null;
  return (
    <section aria-labelledby="figures" className={classes.figuresSection}>
      <h2 id="figures" className="visually-hidden">
        By the numbers
      </h2>
      <Figures figures={figures} />
      <p className={classes.source}>
        {demo && <strong>Demo data. </strong>}
        Counted on <InstantText at={as_of} />.{' '}
        <Link to="/subscribers-and-statistics">See how we count, by category</Link>
      </p>
    </section>
  );
}

const EXAMPLES = [
  ['0 clicks', '$0.00', '$0.00'],
  ['60 clicks', '$24.00', '$24.00'],
  ['60 clicks plus the top spot', '$34.00', '$34.00'],
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
          caption="Examples at 40 cents a click, with the top spot at $10.00"
          head={['Result', 'Before the cap', 'You pay']}
          rows={EXAMPLES}
        />
      </div>
      <p>
        Rates vary by category and are locked in when you book. Discount codes and credit reduce your total.{' '}
        <Link to="/pricing">All categories, with a calculator</Link>
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

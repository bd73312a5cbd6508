import { useSuspenseQuery } from '@tanstack/react-query';
import { useApp } from '#client/api/app.ts';
import { Link } from '#client/app/router.ts';
import { FACTS } from '#client/features/guides/facts.ts';
import { breadcrumbJsonLd } from '#client/ui/Breadcrumbs.tsx';
import { Button } from '#client/ui/Button.tsx';
import { DataTable } from '#client/ui/DataTable.tsx';
import { Page, PageTitle } from '#client/ui/Page.tsx';
import { Seo } from '#client/ui/Seo.tsx';
import { Source } from '#client/ui/Source.tsx';
import { useShell } from '#client/ui/shell.ts';
import { formatCents } from '#shared/money.ts';
import { paths } from '#shared/paths.ts';
import { Calculator } from './Calculator.tsx';
import { type PriceCategory, typicalText } from './estimate.ts';
import classes from './PricingScreen.module.css';
import { pricingQuery } from './queries.ts';

const DESCRIPTION = `What a promotion costs in every category: a price per click, charged after the newsletter went out, and never more than ${FACTS.ceiling} in all.`;
const HEAD = [
  'Category',
  'Click, free book',
  'Click, discounted',
  'Top place',
  'Usual total, free',
  'Usual total, discounted',
  'Readers',
];

export function PricingScreen() {
  const { app_url } = useShell();
  const { data: pricing } = useSuspenseQuery(pricingQuery(useApp().api));
  const path = paths.pricing();
  return (
    <Page>
      <Seo
        title="Pricing"
        description={DESCRIPTION}
        path={path}
        jsonLd={[breadcrumbJsonLd([{ to: path, label: 'Pricing' }], app_url)]}
      />
      <PageTitle lead={DESCRIPTION}>Pricing</PageTitle>
      <HowItWorks />
      <Calculator pricing={pricing} />
      <section className={classes.section} aria-labelledby="rates">
        <h2 id="rates">Every category</h2>
        <DataTable
          caption="Rates of today, and what promotions usually came to"
          head={HEAD}
          rows={pricing.categories.map(rowOf)}
        />
        <Source {...pricing} />
      </section>
      <section className={classes.section} aria-labelledby="begin">
        <h2 id="begin">Before you begin</h2>
        <p>
          An account costs nothing. Which books get in stands under{' '}
          <Link to={paths.promotionRequirements()}>promotion requirements</Link>, and what the newsletters bring under{' '}
          <Link to={paths.statistics()}>subscribers and statistics</Link>.
        </p>
        <p>
          <Button to={paths.partnerSignUp()}>Create a partner account</Button>
        </p>
      </section>
    </Page>
  );
}

const HowItWorks = () => (
  <section className={classes.section} aria-labelledby="how">
    <h2 id="how">How it works</h2>
    <ol className={classes.steps}>
      <li>You book a place in the newsletter of a day. Nothing is charged then, and cancelling costs nothing.</li>
      <li>
        The newsletter goes out at {FACTS.cutoff}. For {FACTS.window} we count clicks, without machines, repeats and
        your own.
      </li>
      <li>
        Your card is charged once, for the clicks that count and the extras you chose, at most {FACTS.ceiling}. Totals
        under {FACTS.waived} are waived.
      </li>
    </ol>
  </section>
);

const rowOf = (category: PriceCategory) => [
  <Link key="name" to={paths.category({ id: category.category_id, slug: category.slug })}>
    {category.name}
  </Link>,
  formatCents(category.free.cpc_cents),
  formatCents(category.discounted.cpc_cents),
  formatCents(category.top_of_newsletter_addon_cents),
  typicalText(category.free),
  typicalText(category.discounted),
  category.active_readers.toLocaleString('en-US'),
];

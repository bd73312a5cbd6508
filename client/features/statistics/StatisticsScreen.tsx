import { useSuspenseQuery } from '@tanstack/react-query';
import { useApp } from '#client/api/app.ts';
import { Link } from '#client/app/router.ts';
import { breadcrumbJsonLd } from '#client/ui/Breadcrumbs.tsx';
import { DataTable } from '#client/ui/DataTable.tsx';
import { Page, PageTitle } from '#client/ui/Page.tsx';
import { Seo } from '#client/ui/Seo.tsx';
import { Source } from '#client/ui/Source.tsx';
import { useShell } from '#client/ui/shell.ts';
import { paths } from '#shared/paths.ts';
import type { Statistics } from '#shared/statistics.ts';
import { BarChart } from './BarChart.tsx';
import { monthText } from './chart.ts';
import { statisticsQuery } from './queries.ts';
import classes from './StatisticsScreen.module.css';

const TITLE = 'Subscribers and statistics';
const DESCRIPTION =
  'How many people read the newsletters of each category, and how many clicks a promotion brings there, counted from our own records.';

export function StatisticsScreen() {
  const { app_url } = useShell();
  const { data: statistics } = useSuspenseQuery(statisticsQuery(useApp().api));
  const path = paths.statistics();
  return (
    <Page>
      <Seo
        title={TITLE}
        description={DESCRIPTION}
        path={path}
        jsonLd={[breadcrumbJsonLd([{ to: path, label: TITLE }], app_url)]}
      />
      <PageTitle lead={DESCRIPTION}>{TITLE}</PageTitle>
      <Totals totals={statistics.totals} />
      <Source {...statistics} />
      <Months months={statistics.months} />
      <section className={classes.section} aria-labelledby="by-category">
        <h2 id="by-category">By category</h2>
        <p>
          The clicks are medians: half of the promotions brought more. What they cost stands under{' '}
          <Link to={paths.pricing()}>pricing</Link>.
        </p>
        <DataTable
          caption="Readers, and the clicks that a promotion usually brings"
          head={['Category', 'Active readers', 'Clicks, free book', 'Clicks, discounted', 'Promotions counted']}
          rows={statistics.categories.map(categoryRow)}
        />
      </section>
    </Page>
  );
}

const number = (value: number) => value.toLocaleString('en-US');

const TOTALS: readonly [keyof Statistics['totals'], string][] = [
  ['active_readers', 'active readers'],
  ['newsletters_sent', 'newsletters sent'],
  ['mails_delivered', 'mails delivered'],
  ['promotions_sent', 'promotions run'],
  ['billable_clicks', 'clicks that counted'],
];

const Totals = ({ totals }: Pick<Statistics, 'totals'>) => (
  <dl className={classes.totals}>
    {TOTALS.map(([name, label]) => (
      <div key={name}>
        <dt>{label}</dt>
        <dd>{number(totals[name])}</dd>
      </div>
    ))}
  </dl>
);

const CHARTS = [
  ['new_readers', 'New readers a month'],
  ['promotions_sent', 'Promotions a month'],
  ['billable_clicks', 'Clicks that counted a month'],
] as const;

const Months = ({ months }: Pick<Statistics, 'months'>) => (
  <section className={classes.section} aria-labelledby="by-month">
    <h2 id="by-month">The last twelve months</h2>
    <div className={classes.charts}>
      {CHARTS.map(([name, title]) => (
        <BarChart
          key={name}
          title={title}
          points={months.map((month) => ({ label: monthText(month.month), value: month[name] }))}
        />
      ))}
    </div>
    <DataTable
      caption="The same in numbers; the last month is not over"
      head={['Month', 'New readers', 'Mails delivered', 'Promotions', 'Clicks that counted']}
      rows={months.map((month) => [
        monthText(month.month),
        number(month.new_readers),
        number(month.mails_delivered),
        number(month.promotions_sent),
        number(month.billable_clicks),
      ])}
    />
  </section>
);

const categoryRow = (category: Statistics['categories'][number]) => [
  <Link key="name" to={paths.category({ id: category.category_id, slug: category.slug })}>
    {category.name}
  </Link>,
  number(category.active_readers),
  clicksText(category.free),
  clicksText(category.discounted),
  number(category.free.sample_size + category.discounted.sample_size),
];

const clicksText = ({ median_clicks }: Statistics['categories'][number]['free']) =>
  median_clicks === null ? 'Not enough data' : number(median_clicks);

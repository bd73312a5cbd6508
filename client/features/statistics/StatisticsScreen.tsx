import { useSuspenseQuery } from '@tanstack/react-query';
import { useApp } from '#client/api/app.ts';
import { Link } from '#client/app/router.ts';
import { breadcrumbJsonLd } from '#client/ui/Breadcrumbs.tsx';
import { ChartFrame } from '#client/ui/ChartFrame.tsx';
import { DataTable } from '#client/ui/DataTable.tsx';
import { Figures } from '#client/ui/Figures.tsx';
import { LongTable } from '#client/ui/LongTable.tsx';
import { Page, PageTitle } from '#client/ui/Page.tsx';
import { Seo } from '#client/ui/Seo.tsx';
import { Source } from '#client/ui/Source.tsx';
import { useShell } from '#client/ui/shell.ts';
import { paths } from '#shared/paths.ts';
import type { Statistics } from '#shared/statistics.ts';
import { statisticsQuery } from './queries.ts';
import classes from './StatisticsScreen.module.css';

const TITLE = 'Subscribers and statistics';
const DESCRIPTION =
  'How many active subscribers each category has, and how many clicks a promotion gets there, counted from our own records.';

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
      <Figures figures={TOTALS.map(([name, label]) => ({ label, value: number(statistics.totals[name]) }))} />
      <Source {...statistics} />
      <Months months={statistics.months} />
      <section className={classes.section} aria-labelledby="by-category">
        <h2 id="by-category">By category</h2>
        <p>
          Clicks are medians: half of all promotions got more. See <Link to={paths.pricing()}>pricing</Link> for what
          they cost.
        </p>
        <LongTable
          caption="Readers and typical clicks by category"
          search="Find a category"
          names={statistics.categories.map(({ name }) => name)}
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
  ['mails_delivered', 'emails delivered'],
  ['promotions_sent', 'promotions run'],
  ['billable_clicks', 'billable clicks'],
];

const CHARTS = [
  ['new_readers', 'New readers per month'],
  ['promotions_sent', 'Promotions per month'],
  ['billable_clicks', 'Billable clicks per month'],
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
      caption="Monthly totals. The current month is incomplete."
      head={['Month', 'New readers', 'Emails delivered', 'Promotions', 'Billable clicks']}
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

type Props = { title: string; points: readonly { label: string; value: number }[] };

/** A bar chart. Its bars are hidden from screen readers, which have the table below. */
function BarChart({ title, points }: Props) {
  const bars = barsOf(points);
  const highest = Math.max(0, ...points.map(({ value }) => value));
  return (
    <figure className={classes.figure}>
      <figcaption>{title}</figcaption>
      {bars.length === 0 ? (
        <p className={classes.none}>Not enough data</p>
      ) : (
        <div className={classes.box} aria-hidden="true">
          <ChartFrame highest={highest} viewBox="0 0 100 100" first={bars[0]?.label} last={bars.at(-1)?.label}>
            {bars.map(({ label, x, y, width, height }) => (
              <rect key={label} x={x} y={y} width={width} height={height} />
            ))}
          </ChartFrame>
        </div>
      )}
    </figure>
  );
}

/** The geometry of a bar in a box of 100 × 100. */
type Bar = { label: string; value: number; x: number; y: number; width: number; height: number };

/** The part of each bar's step that is empty. */
const GAP_SHARE = 0.25;

/** Vertical bars from left to right. The highest fills the box. No bars if no value is above zero. */
function barsOf(points: readonly { label: string; value: number }[]): Bar[] {
  const highest = Math.max(0, ...points.map(({ value }) => value));
  if (highest === 0) return [];
  const step = 100 / points.length;
  return points.map(({ label, value }, position) => {
    const height = round((value / highest) * 100);
    return {
      label,
      value,
      x: round(step * (position + GAP_SHARE / 2)),
      y: round(100 - height),
      width: round(step * (1 - GAP_SHARE)),
      height,
    };
  });
}

const round = (value: number) => Math.round(value * 100) / 100;

const monthFormat = new Intl.DateTimeFormat('en-US', { timeZone: 'UTC', month: 'short', year: 'numeric' });

/** '2026-11' → 'Nov 2026'. */
const monthText = (text: string) => monthFormat.format(new Date(`${text}-01T00:00:00.000Z`));

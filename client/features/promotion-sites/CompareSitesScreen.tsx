import { useSuspenseQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useApp } from '#client/api/app.ts';
import { Link, useSearchParams } from '#client/app/router.ts';
import { Breadcrumbs } from '#client/ui/Breadcrumbs.tsx';
import { Button } from '#client/ui/Button.tsx';
import { DataTable } from '#client/ui/DataTable.tsx';
import { EmptyState } from '#client/ui/EmptyState.tsx';
import { Page, PageTitle } from '#client/ui/Page.tsx';
import { Seo } from '#client/ui/Seo.tsx';
import { paths } from '#shared/paths.ts';
import type { PromotionSite } from '#shared/promotion-sites.ts';
import { MAX_COMPARED_SITES } from '#shared/site-facts.ts';
import { Disclosure, FactSource } from './FactSource.tsx';
import { comparedIds, comparisonQuery } from './queries.ts';
import { costText, FACT_LABELS, factsOf, reviewsText } from './site-labels.ts';

const TITLE = 'Compare book promotion sites';
const LEAD = `Up to ${MAX_COMPARED_SITES} sites side by side, each fact with its date and source where we have them.`;
const CRUMBS = [
  { to: paths.authorResources(), label: 'Author resources' },
  { to: paths.promotionSites(), label: 'Best book promotion sites' },
];

/** The sites in the address, `?site=1&site=4`, from the list's form. */
export function CompareSitesScreen() {
  const ids = comparedIds(useSearchParams()[0]);
  const { data: sites } = useSuspenseQuery(comparisonQuery(useApp().api, ids));
  return (
    <Page>
      <Seo title={TITLE} description={LEAD} path={paths.promotionSitesCompared()} noindex />
      <Breadcrumbs crumbs={CRUMBS} />
      <PageTitle lead={LEAD}>{TITLE}</PageTitle>
      <Disclosure />
      {sites.length === 0 ? (
        <EmptyState
          title="No sites chosen yet"
          action={<Button to={paths.promotionSites()}>Choose sites to compare</Button>}
        >
          Check “Compare” on up to {MAX_COMPARED_SITES} sites in the list.
        </EmptyState>
      ) : (
        <DataTable
          caption="Facts, with their dates where a source gives one"
          head={['Fact', ...sites.map(({ name }) => name)]}
          rows={rowsOf(sites)}
        />
      )}
    </Page>
  );
}

const rowsOf = (sites: readonly PromotionSite[]): ReactNode[][] => [
  [
    'Details',
    ...sites.map((site) => (
      <Link key={site.id} to={paths.promotionSite(site)}>
        All about {site.name}
      </Link>
    )),
  ],
  ['Cost per 1,000 readers, at most', ...sites.map((site) => costText(site) ?? 'Not known')],
  ...FACT_LABELS.map(([name, label]) => [label, ...sites.map((site) => cellOf(site, name))]),
  ['Partners say', ...sites.map(reviewsText)],
];

function cellOf(site: PromotionSite, fact: (typeof FACT_LABELS)[number][0]) {
  const match = factsOf(site).find(({ name }) => name === fact);
  if (!match) return 'Not known';
  return (
    <>
      {match.value}
      <FactSource site={site} fact={fact} />
    </>
  );
}

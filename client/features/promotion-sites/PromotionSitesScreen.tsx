import { useSuspenseQuery } from '@tanstack/react-query';
import type { FormEvent, ReactNode } from 'react';
import { useApp } from '#client/api/app.ts';
import { Link, useNavigate, useSearchParams } from '#client/app/router.ts';
import { Breadcrumbs, breadcrumbJsonLd } from '#client/ui/Breadcrumbs.tsx';
import { Button } from '#client/ui/Button.tsx';
import { ChipLinks } from '#client/ui/ChipLinks.tsx';
import { EmptyState } from '#client/ui/EmptyState.tsx';
import { Check, Field } from '#client/ui/Field.tsx';
import { HighlightWords } from '#client/ui/HighlightWords.tsx';
import { Page, PageTitle } from '#client/ui/Page.tsx';
import { Pagination } from '#client/ui/Pagination.tsx';
import { PastLastPage } from '#client/ui/PastLastPage.tsx';
import { SelectField } from '#client/ui/SelectField.tsx';
import { Seo } from '#client/ui/Seo.tsx';
import { useShell } from '#client/ui/shell.ts';
import { useSyncedFormValues } from '#client/ui/use-synced-form-values.ts';
import { paths } from '#shared/paths.ts';
import type { PromotionSite } from '#shared/promotion-sites.ts';
import { BUDGETS, MAX_COMPARED_SITES } from '#shared/site-facts.ts';
import { Disclosure } from './FactSource.tsx';
import classes from './PromotionSitesScreen.module.css';
import {
  GENRES,
  isFiltered,
  SITE_SORTS,
  type SiteSearch,
  siteSearchHref,
  siteSearchOf,
  sitesQuery,
} from './queries.ts';
import { costText, datedPriceText, reviewsText } from './site-labels.ts';

const TITLE = 'Best book promotion sites';
const LEAD =
  'Other services that promote ebooks, with prices and requirements, their dates and sources where we have them, and results reported by our partners.';
const CRUMBS = [{ to: paths.authorResources(), label: 'Author resources' }];

export function PromotionSitesScreen() {
  const { app_url } = useShell();
  const search = siteSearchOf(useSearchParams()[0]);
  const { promotion_sites: sites, meta } = useSuspenseQuery(sitesQuery(useApp().api, search)).data;
  const path = paths.promotionSites();
  return (
    <Page>
      <Seo
        title={TITLE}
        page={search.page}
        description={LEAD}
        path={siteSearchHref(path, { page: search.page })}
        noindex={isFiltered(search)}
        jsonLd={[breadcrumbJsonLd([...CRUMBS, { to: path, label: TITLE }], app_url)]}
      />
      <Breadcrumbs crumbs={CRUMBS} />
      <PageTitle lead={LEAD}>{TITLE}</PageTitle>
      <Disclosure />
      <ChipLinks label="By budget" chips={budgetChips(search)} />
      <SiteFilterForm search={search} />
      {sites.length === 0 && meta.total_count > 0 ? (
        <PastLastPage />
      ) : sites.length === 0 ? (
        <EmptyState title="No matches" action={<Button to={path}>See all sites</Button>}>
          If you filter by budget, sites without a known price are hidden. Try another budget or genre.
        </EmptyState>
      ) : (
        <>
          <p className={classes.count} role="status">
            {meta.total_count === 1 ? '1 site' : `${meta.total_count} sites`}
          </p>
          <ComparisonForm>
            <ul className={classes.sites}>
              {sites.map((site) => (
                <SiteCard key={site.id} site={site} words={search.q} />
              ))}
            </ul>
          </ComparisonForm>
          <Pagination meta={meta} href={(page) => siteSearchHref(path, { ...search, page })} />
        </>
      )}
    </Page>
  );
}

const SiteCard = ({ site, words }: { site: PromotionSite; words: string }) => (
  <li className={classes.site}>
    <h2>
      <Link to={paths.promotionSite(site)}>
        <HighlightWords text={site.name} words={words} />
      </Link>
    </h2>
    {site.kind && <p>{site.kind}</p>}
    <dl className={classes.facts}>
      <div>
        <dt>Price</dt>
        <dd>{datedPriceText(site)}</dd>
      </div>
      {costText(site) && (
        <div>
          <dt>1,000 readers</dt>
          <dd>{costText(site)} at most</dd>
        </div>
      )}
      {site.genres && (
        <div>
          <dt>Genres</dt>
          <dd>{site.genres}</dd>
        </div>
      )}
      <div>
        <dt>Partner rating</dt>
        <dd>{reviewsText(site)}</dd>
      </div>
    </dl>
    {site.is_due && <p className={classes.due}>Not checked in the last 12 months</p>}
    <Check
      name="site"
      value={site.id}
      label={
        <>
          Compare<span className="visually-hidden"> {site.name}</span>
        </>
      }
    />
  </li>
);

/** A GET form around the list, which works without script. */
function ComparisonForm({ children }: { children: ReactNode }) {
  const navigate = useNavigate();
  const action = paths.promotionSitesCompared();
  const onSubmit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const params = new URLSearchParams(new FormData(event.currentTarget) as unknown as Record<string, string>);
    void navigate(`${action}?${params}`);
  };
  return (
    <form action={action} method="get" className={classes.comparison} aria-label="Comparison" onSubmit={onSubmit}>
      {children}
      <div>
        <Button type="submit" look="quiet">
          Compare up to {MAX_COMPARED_SITES} chosen sites
        </Button>
      </div>
    </form>
  );
}

const budgetChips = (search: SiteSearch) =>
  [{ name: '' as const, label: 'Any budget' }, ...BUDGETS].map(({ name, label }) => ({
    to: siteSearchHref(paths.promotionSites(), { ...search, budget: name, page: 1 }),
    label,
    isCurrent: search.budget === name,
  }));

/** A GET form: without script, the browser goes to the filtered address. */
function SiteFilterForm({ search }: { search: SiteSearch }) {
  const navigate = useNavigate();
  const action = paths.promotionSites();
  const onSubmit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const params = new URLSearchParams(new FormData(event.currentTarget) as unknown as Record<string, string>);
    void navigate(siteSearchHref(action, siteSearchOf(params)));
  };
  return (
    <search>
      <form ref={useSyncedFormValues(search)} action={action} method="get" className={classes.form} onSubmit={onSubmit}>
        <Field name="q" label="Name or type" type="search" maxLength={100} defaultValue={search.q} />
        <SelectField name="genre" label="Genre" defaultValue={search.genre} options={GENRE_OPTIONS} />
        <SelectField name="sort" label="Sort by" defaultValue={search.sort} options={SORT_OPTIONS} />
        <input type="hidden" name="budget" value={search.budget} />
        <Button type="submit">Show sites</Button>
      </form>
    </search>
  );
}

const GENRE_OPTIONS = [{ value: '', label: 'Any genre' }, ...GENRES.map((genre) => ({ value: genre, label: genre }))];
const SORT_OPTIONS = Object.entries(SITE_SORTS).map(([value, { label }]) => ({ value, label }));

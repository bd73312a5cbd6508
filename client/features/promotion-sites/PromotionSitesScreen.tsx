import { useSuspenseQuery } from '@tanstack/react-query';
import type { FormEvent } from 'react';
import { useApp } from '#client/api/app.ts';
import { Link, useNavigate, useSearchParams } from '#client/app/router.ts';
import { Breadcrumbs, breadcrumbJsonLd } from '#client/ui/Breadcrumbs.tsx';
import { Button } from '#client/ui/Button.tsx';
import { EmptyState } from '#client/ui/EmptyState.tsx';
import { Check, Field } from '#client/ui/Field.tsx';
import { Marked } from '#client/ui/Marked.tsx';
import { Page, PageTitle } from '#client/ui/Page.tsx';
import { Pagination } from '#client/ui/Pagination.tsx';
import { SelectField } from '#client/ui/SelectField.tsx';
import { Seo } from '#client/ui/Seo.tsx';
import { useShell } from '#client/ui/shell.ts';
import { useShownValues } from '#client/ui/use-shown-values.ts';
import { paths } from '#shared/paths.ts';
import type { PromotionSite } from '#shared/promotion-sites.ts';
import classes from './PromotionSitesScreen.module.css';
import {
  GENRES,
  isNarrowed,
  PRICE_LIMITS,
  SITE_SORTS,
  type SiteSearch,
  siteSearchHref,
  siteSearchOf,
  sitesQuery,
} from './queries.ts';
import { priceText, reviewsText } from './site-words.ts';

const TITLE = 'Best book promotion sites';
const LEAD =
  'Other places that tell readers about ebooks: what they cost and ask for, as far as a source says it, and what partners of ours got there.';
const TRAIL = [{ to: paths.authorResources(), label: 'Author resources' }];

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
        noindex={isNarrowed(search)}
        jsonLd={[breadcrumbJsonLd([...TRAIL, { to: path, label: TITLE }], app_url)]}
      />
      <Breadcrumbs trail={TRAIL} />
      <PageTitle lead={LEAD}>{TITLE}</PageTitle>
      <SiteFilterForm search={search} />
      {sites.length === 0 ? (
        <EmptyState title="No site matches these filters" action={<Button to={path}>See all sites</Button>}>
          A site whose price no source says is left out when you ask for a price.
        </EmptyState>
      ) : (
        <>
          <p className={classes.count} role="status">
            {meta.total_count === 1 ? '1 site' : `${meta.total_count} sites`}
          </p>
          <ul className={classes.sites}>
            {sites.map((site) => (
              <SiteCard key={site.id} site={site} words={search.q} />
            ))}
          </ul>
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
        <Marked text={site.name} words={words} />
      </Link>
    </h2>
    {site.kind && <p>{site.kind}</p>}
    <dl className={classes.facts}>
      <div>
        <dt>Price</dt>
        <dd>{priceText(site) ?? 'Not known'}</dd>
      </div>
      {site.genres && (
        <div>
          <dt>Genres</dt>
          <dd>{site.genres}</dd>
        </div>
      )}
      <div>
        <dt>Partners say</dt>
        <dd>{reviewsText(site)}</dd>
      </div>
    </dl>
  </li>
);

/** A GET form: without script the browser itself goes to the filtered address. */
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
      <form ref={useShownValues(search)} action={action} method="get" className={classes.form} onSubmit={onSubmit}>
        <Field name="q" label="Name or kind" type="search" maxLength={100} defaultValue={search.q} />
        <SelectField name="genre" label="Genre" defaultValue={search.genre} options={GENRE_OPTIONS} />
        <SelectField name="price_max" label="Price" defaultValue={search.price_max ?? ''} options={PRICE_OPTIONS} />
        <SelectField name="sort" label="Sort by" defaultValue={search.sort} options={SORT_OPTIONS} />
        <Check name="free" value="true" label="Free ones only" defaultChecked={search.free} />
        <Button type="submit">Show sites</Button>
      </form>
    </search>
  );
}

const GENRE_OPTIONS = [{ value: '', label: 'Any genre' }, ...GENRES.map((genre) => ({ value: genre, label: genre }))];
const PRICE_OPTIONS = [
  { value: '', label: 'Any price' },
  ...PRICE_LIMITS.map((limit) => ({ value: String(limit), label: `From $${limit} or less` })),
];
const SORT_OPTIONS = Object.entries(SITE_SORTS).map(([value, { label }]) => ({ value, label }));

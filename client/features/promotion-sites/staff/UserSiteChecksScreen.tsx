import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { fieldErrors } from '#client/api/api-error.ts';
import { clientFor } from '#client/api/client.ts';
import { Panel } from '#client/ui/app/Panel.tsx';
import { QueryBoundary } from '#client/ui/app/QueryBoundary.tsx';
import { CardRow, CardRows } from '#client/ui/app/Rows.tsx';
import { Button } from '#client/ui/Button.tsx';
import { DateText, InstantText } from '#client/ui/DateText.tsx';
import { EmptyState } from '#client/ui/EmptyState.tsx';
import { Check, Field } from '#client/ui/Field.tsx';
import { Form } from '#client/ui/Form.tsx';
import { Page, PageTitle } from '#client/ui/Page.tsx';
import { Seo } from '#client/ui/Seo.tsx';
import { Row, Stack } from '#client/ui/Stack.tsx';
import { promotionSitesApi } from '#shared/api/promotion-sites.ts';
import type { SiteCheckInput, SiteToCheck } from '#shared/promotion-sites.ts';
import { FactSource } from '../FactSource.tsx';
import { datedPriceText, displayUrl, FACT_LABELS } from '../site-labels.ts';

const sitesApi = clientFor(promotionSitesApi, 'user');
const CHECKS_KEY = ['user', 'promotion site checks'];
const checksQuery = queryOptions({
  queryKey: CHECKS_KEY,
  queryFn: async () => (await sitesApi.listChecks()).promotion_sites,
});

/** Sites that are due for a check, and then the others, each with a form to record a check. */
export function UserSiteChecksScreen() {
  const query = useQuery(checksQuery);
  return (
    <Page>
      <Seo title="Check promotion sites" description="For staff: promotion sites that are due for a check." noindex />
      <PageTitle lead="Open the site, compare, and record what you saw. Only a recorded check changes a fact or its date.">
        Check promotion sites
      </PageTitle>
      <QueryBoundary query={query}>{(data) => <Lists sites={data} />}</QueryBoundary>
    </Page>
  );
}

function Lists({ sites }: { sites: readonly SiteToCheck[] }) {
  const due = sites.filter(({ is_due }) => is_due);
  const current = sites.filter(({ is_due }) => !is_due);
  return (
    <>
      <Panel title={`Due for a check (${due.length})`} lead="No dated source or check from the last 12 months.">
        {due.length === 0 ? <EmptyState title="You’re all caught up" /> : <SiteRows sites={due} />}
      </Panel>
      {current.length > 0 && (
        <Panel title={`Up to date (${current.length})`}>
          <SiteRows sites={current} />
        </Panel>
      )}
    </>
  );
}

const SiteRows = ({ sites }: { sites: readonly SiteToCheck[] }) => (
  <CardRows>
    {sites.map((site) => (
      <SiteRow key={site.id} site={site} />
    ))}
  </CardRows>
);

function SiteRow({ site }: { site: SiteToCheck }) {
  const [isOpen, setIsOpen] = useState(false);
  const { name, url } = site;
  return (
    <CardRow
      aside={
        !isOpen && (
          <Button look="quiet" onClick={() => setIsOpen(true)}>
            Record a check<span className="visually-hidden"> of {name}</span>
          </Button>
        )
      }
    >
      <h3>{name}</h3>
      <p>
        <a href={url} rel="nofollow noopener" target="_blank">
          {displayUrl(url)}
        </a>
      </p>
      <p>Price: {datedPriceText(site)}</p>
      <p>
        <LastCheck site={site} />
      </p>
      {isOpen && <CheckForm site={site} onClose={() => setIsOpen(false)} />}
    </CardRow>
  );
}

function LastCheck({ site: { last_check, checked_on } }: { site: SiteToCheck }) {
  if (last_check) {
    return (
      <>
        Checked on <InstantText at={last_check.at} /> by {last_check.by ?? 'a deleted account'}, against{' '}
        {displayUrl(last_check.source)}
      </>
    );
  }
  if (!checked_on) return 'Never checked';
  return (
    <>
      Checked on <DateText date={checked_on} />
    </>
  );
}

function CheckForm({ site, onClose }: { site: SiteToCheck; onClose: () => void }) {
  const queryClient = useQueryClient();
  const [isNothingChecked, setNothingChecked] = useState(false);
  const save = useMutation({
    mutationFn: (body: SiteCheckInput) => sitesApi.check({ id: site.id, body }),
    onSuccess: async () => {
      await queryClient.invalidateQueries({ queryKey: CHECKS_KEY });
      onClose();
    },
    meta: { form: true, success: `The check for ${site.name} was recorded.` },
  });
  const submit = (values: FormData) => {
    const body = siteCheckInput(values);
    setNothingChecked(body === null);
    if (body) save.mutate(body);
  };
  return (
    <Form label={`Check for ${site.name}`} busy={save.isPending} errors={fieldErrors(save.error)} onSubmit={submit}>
      <Field
        name="source"
        label="URL of the page you checked"
        type="url"
        placeholder={site.url}
        hint="Check each fact that you saw there, and correct its value."
        error={isNothingChecked && 'Check at least one fact.'}
      />
      {FACT_LABELS.map(([name, label]) => (
        <Stack key={name} gap="s">
          <Check name="seen" value={name} label={`Seen: ${label.toLowerCase()}`} />
          {name === 'price' ? (
            <Row>
              <Field name="min_usd" label="Lowest price (US$)" {...DOLLARS} defaultValue={site.price_min_usd ?? ''} />
              <Field name="max_usd" label="Highest price (US$)" {...DOLLARS} defaultValue={site.price_max_usd ?? ''} />
            </Row>
          ) : (
            <Field name={name} label={label} defaultValue={site[name] ?? ''} />
          )}
          {name === 'audience_claim' && (
            <Field
              name="audience_size"
              label="Smallest claimed list (readers)"
              type="number"
              inputMode="numeric"
              min={1}
              defaultValue={site.audience_size ?? ''}
            />
          )}
          {site.evidence[name] && <FactSource site={site} fact={name} />}
        </Stack>
      ))}
      <Row>
        <Button type="submit" busy={save.isPending}>
          Record check
        </Button>
        <Button type="button" look="quiet" onClick={onClose}>
          Cancel
        </Button>
      </Row>
    </Form>
  );
}

const DOLLARS = { type: 'number', inputMode: 'decimal', min: 0, step: '0.01' } as const;

/** The checked facts with their values; null if none is checked. */
export function siteCheckInput(values: FormData): SiteCheckInput | null {
  const text = (name: string) => String(values.get(name) ?? '').trim();
  const number = (name: string) => (text(name) === '' ? null : Number(text(name)));
  const seen = values.getAll('seen').map(String);
  if (seen.length === 0) return null;
  const facts = Object.fromEntries(
    seen.map((name) => [
      name,
      name === 'price' ? { min_usd: number('min_usd'), max_usd: number('max_usd') } : text(name),
    ]),
  );
  return {
    source: text('source'),
    facts: { ...facts, ...(seen.includes('audience_claim') && { audience_size: number('audience_size') }) },
  } as SiteCheckInput;
}

import { useQuery } from '@tanstack/react-query';
import { ListFilters } from '#client/ui/app/ListFilters.tsx';
import { useListSearch } from '#client/ui/app/list-search.ts';
import { QueryBoundary } from '#client/ui/app/QueryBoundary.tsx';
import { LineRow, LineRows } from '#client/ui/app/Rows.tsx';
import { Button } from '#client/ui/Button.tsx';
import { EmptyState } from '#client/ui/EmptyState.tsx';
import { HighlightWords } from '#client/ui/HighlightWords.tsx';
import { Page, PageTitle } from '#client/ui/Page.tsx';
import { Pagination } from '#client/ui/Pagination.tsx';
import { Seo } from '#client/ui/Seo.tsx';
import { Row } from '#client/ui/Stack.tsx';
import { oneOf, page, searchParams, searchWords } from '#client/ui/search-params.ts';
import { useShell } from '#client/ui/shell.ts';
import { RESULTS_PER_PAGE } from '#shared/business.ts';
import type { Discount } from '#shared/discounts.ts';
import { paths } from '#shared/paths.ts';
import { discountsQuery } from './api.ts';
import { DiscountBadge } from './DiscountBadge.tsx';
import { discountText, limitTexts, stateOf, usesText, windowText } from './discount-labels.ts';

const SEARCH_PARAMS = searchParams({ q: searchWords, enabled: oneOf(['true', 'false'], ''), page });

export function UserDiscountsScreen() {
  const { search, change, isFiltered, pageHref } = useListSearch(SEARCH_PARAMS);
  const { q, enabled, page } = search;
  const query = useQuery(discountsQuery({ q, enabled, page, per: RESULTS_PER_PAGE }));
  return (
    <Page>
      <Seo title="Discounts" description="Staff view of all discount codes." noindex />
      <Row align="between">
        <PageTitle lead="Partners enter a code when they book a promotion.">Discounts</PageTitle>
        <Button to={paths.userDiscountNew()}>New discount</Button>
      </Row>
      <ListFilters
        label="Code"
        placeholder="SPRING"
        q={q}
        choice={{
          label: 'Status',
          value: enabled,
          options: [
            { value: '', label: 'All' },
            { value: 'true', label: 'Enabled' },
            { value: 'false', label: 'Disabled' },
          ],
        }}
        onApply={(applied) => change({ q: applied.q, enabled: applied.choice as typeof enabled })}
      />
      <QueryBoundary query={query}>
        {({ discounts, meta }) =>
          discounts.length === 0 ? (
            <NoDiscounts isFiltered={isFiltered} />
          ) : (
            <>
              <LineRows>
                {discounts.map((discount) => (
                  <DiscountRow key={discount.id} discount={discount} words={q} />
                ))}
              </LineRows>
              <Pagination meta={meta} href={pageHref} />
            </>
          )
        }
      </QueryBoundary>
    </Page>
  );
}

const NoDiscounts = ({ isFiltered }: { isFiltered: boolean }) =>
  isFiltered ? (
    <EmptyState title="No matches" action={<Button to={paths.userDiscounts()}>Show all codes</Button>} />
  ) : (
    <EmptyState title="No discounts yet" action={<Button to={paths.userDiscountNew()}>Create a discount code</Button>}>
      A code can take a percentage or a fixed amount off the cost of a promotion.
    </EmptyState>
  );

function DiscountRow({ discount, words }: { discount: Discount; words: string }) {
  const { now } = useShell();
  return (
    <LineRow
      to={paths.userDiscountEdit(discount.id)}
      title={<HighlightWords text={discount.code} words={words} />}
      details={`${windowText(discount)} · ${limitTexts(discount).join(' · ')}`}
    >
      <strong>{discountText(discount)}</strong>
      <span>{usesText(discount)}</span>
      <DiscountBadge state={stateOf(discount, now)} />
    </LineRow>
  );
}

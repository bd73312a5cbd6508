import { useQuery, useQueryClient } from '@tanstack/react-query';
import { cardsQuery, invoicesQuery } from '#client/api/billing.ts';
import { promotionsQuery } from '#client/api/partner-promotions.ts';
import { canPay } from '#client/features/billing/card-words.ts';
import { unpaidQuery } from '#client/features/billing/unpaid.ts';
import { partnerBooksQuery } from '#client/features/books/partner/partner-api.ts';
import { calendarDay, useShell } from '#client/ui/shell.ts';
import { MAX_PER_PAGE } from '#shared/business.ts';
import { costOfMonth, lastResults, nextPromotions, todosOf } from './dashboard.ts';

const per = MAX_PER_PAGE;

/** What the dashboard shows, made from the latest hundred of each; undefined until all of it is there. */
export function useDashboard() {
  const shell = useShell();
  const today = calendarDay(shell);
  const promotions = useQuery(promotionsQuery({ per, sort_col: 'requested_date', sort_dir: 'desc' }));
  const unpaid = useQuery(unpaidQuery(useQueryClient()));
  const invoices = useQuery(invoicesQuery({ per }));
  const cards = useQuery(cardsQuery());
  const drafts = useQuery(partnerBooksQuery({ status: 'draft', per }));
  const books = useQuery(partnerBooksQuery({ per: 1 }));

  const queries = [promotions, unpaid, invoices, cards, drafts, books];
  const error = queries.find((query) => query.error)?.error ?? null;
  const refetch = () => Promise.all(queries.filter((query) => query.error).map((query) => query.refetch()));
  const isFetching = queries.some((query) => query.isFetching);
  return { data: dataOf(), error, refetch, isFetching };

  function dataOf() {
    if (!promotions.data || !unpaid.data || !invoices.data || !cards.data || !drafts.data || !books.data)
      return undefined;
    const found = promotions.data.promotions;
    const todos = todosOf({
      business_date: shell.business_date,
      can_pay: canPay(cards.data, today),
      unpaid: unpaid.data,
      promotions: found,
      drafts: drafts.data.books,
      has_books: books.data.meta.total_count > 0,
    });
    return {
      todos,
      next: nextPromotions(found, shell.business_date),
      results: lastResults(found, invoices.data.invoices),
      month: today.slice(0, 7),
      month_cost_cents: costOfMonth(invoices.data.invoices, today.slice(0, 7)),
    };
  }
}

export type Dashboard = NonNullable<ReturnType<typeof useDashboard>['data']>;

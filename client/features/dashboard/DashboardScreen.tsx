import { IconAlertCircle, IconCircleDashed } from '@tabler/icons-react';
import { useQueries, useQuery, useQueryClient } from '@tanstack/react-query';
import { cardsQuery, invoicesQuery } from '#client/api/billing.ts';
import { priceWatchQuery, promotionsQuery } from '#client/api/partner-promotions.ts';
import { Link } from '#client/app/router.ts';
import { canPay } from '#client/features/billing/card-labels.ts';
import { unpaidQuery } from '#client/features/billing/unpaid.ts';
import { partnerBooksQuery } from '#client/features/books/partner/partner-api.ts';
import { cutoffOf } from '#client/features/promotions/cutoff.ts';
import { BookAndDate } from '#client/features/promotions/partner/BookAndDate.tsx';
import { StorePrices } from '#client/features/promotions/partner/PriceWatchPanel.tsx';
import { RunningPanel } from '#client/features/promotions/partner/RunningPanel.tsx';
import { WaitingListPanel } from '#client/features/promotions/partner/WaitingListPanel.tsx';
import { isPriceSet } from '#client/features/promotions/price-texts.ts';
import { useSession } from '#client/session/SessionContext.tsx';
import { Panel } from '#client/ui/app/Panel.tsx';
import { QueryBoundary } from '#client/ui/app/QueryBoundary.tsx';
import { Button } from '#client/ui/Button.tsx';
import { Countdown } from '#client/ui/Countdown.tsx';
import { Page, PageTitle } from '#client/ui/Page.tsx';
import { Seo } from '#client/ui/Seo.tsx';
import { ListSkeleton } from '#client/ui/Skeletons.tsx';
import { Row, Stack } from '#client/ui/Stack.tsx';
import { StatusBadge } from '#client/ui/StatusBadge.tsx';
import { calendarDay, useShell } from '#client/ui/shell.ts';
import { MAX_PER_PAGE } from '#shared/business.ts';
import { moneyText } from '#shared/cost-words.ts';
import { parseDate } from '#shared/dates.ts';
import { MINUTE_MS } from '#shared/durations.ts';
import { formatCents } from '#shared/money.ts';
import { paths } from '#shared/paths.ts';
import type { Promotion } from '#shared/promotions.ts';
import { REFERRAL } from '#shared/referral-facts.ts';
import classes from './Dashboard.module.css';
import {
  costOfMonth,
  lastResults,
  nextDate,
  nextPromotions,
  promotionsWithWatchedPrices,
  stepsOf,
  type Todo,
  todosOf,
  withRunning,
} from './dashboard.ts';
import { LastResultsPanel } from './LastResultsPanel.tsx';
import { StepsPanel } from './StepsPanel.tsx';

export function DashboardScreen() {
  const { record } = useSession().partner;
  const dashboard = useDashboard();
  return (
    <Page>
      <Seo title="My dashboard" description="Your next promotions and last results." noindex />
      <PageTitle lead={`Hello, ${record?.name}.`}>My dashboard</PageTitle>
      <Row>
        <Button to={paths.partnerPromotionNew()}>Add a promotion</Button>
        <Button to={paths.partnerBookNew()} look="quiet">
          Add an eBook
        </Button>
      </Row>
      <QueryBoundary query={dashboard} placeholder={<ListSkeleton rows={3} height={180} />}>
        {(data) => (
          <>
            <RunningPanel running={data.running} />
            <WaitingListPanel />
            {(data.todos.length > 0 || !data.steps) && <TodoPanel todos={data.todos} />}
            {data.steps ? (
              <div className={classes.columns}>
                <Stack>
                  <StepsPanel steps={data.steps} />
                  {data.next.length > 0 && <NextPanel next={data.next} />}
                </Stack>
                <InvitePanel />
              </div>
            ) : (
              <>
                <div className={classes.columns}>
                  <NextPanel next={data.next} />
                  <Stack>
                    <MonthPanel month={data.month} cost_cents={data.month_cost_cents} />
                    <InvitePanel />
                  </Stack>
                </div>
                <LastResultsPanel results={data.results} />
              </>
            )}
          </>
        )}
      </QueryBoundary>
    </Page>
  );
}

const TodoPanel = ({ todos }: { todos: readonly Todo[] }) => (
  <Panel title="To do" tone={todos.some(({ is_urgent }) => is_urgent) ? 'alert' : 'plain'}>
    {todos.length === 0 ? (
      <p>You’re all caught up.</p>
    ) : (
      <ul className={classes.list}>
        {todos.map(({ key, text, to, is_urgent, prices_of }) => (
          <li key={key} className={classes.todo} data-urgent={is_urgent}>
            {is_urgent ? (
              <IconAlertCircle size={20} aria-hidden="true" />
            ) : (
              <IconCircleDashed size={20} aria-hidden="true" />
            )}
            <div className={classes.todoText}>
              <Link to={to}>{text}</Link>
              {prices_of && <StorePrices promotion_id={prices_of} />}
            </div>
          </li>
        ))}
      </ul>
    )}
  </Panel>
);

const MAX_SHOWN = 5;

const NextPanel = ({ next }: { next: readonly Promotion[] }) => (
  <Panel
    title="Upcoming promotions"
    aside={next.length > MAX_SHOWN ? <Link to={paths.partnerPromotions()}>All {next.length}</Link> : null}
  >
    {next.length === 0 ? (
      <p>
        No promotions booked. <Link to={paths.partnerPromotionNew()}>Book a date</Link>
      </p>
    ) : (
      <ul className={classes.list}>
        {next.slice(0, MAX_SHOWN).map((promotion) => (
          <NextRow key={promotion.id} promotion={promotion} />
        ))}
      </ul>
    )}
  </Panel>
);

function NextRow({ promotion }: { promotion: Promotion }) {
  const shell = useShell();
  return (
    <li>
      <BookAndDate promotion={promotion}>
        {promotion.at_risk && <p className={classes.risk}>Won’t be sent: {promotion.at_risk}</p>}
      </BookAndDate>
      <div className={classes.right}>
        <StatusBadge status={promotion.display_status} />
        <span>{moneyText(promotion.money)}</span>
        <span className={classes.muted}>
          closes in <Countdown until={cutoffOf(nextDate(promotion, shell.business_date), shell)} />
        </span>
      </div>
    </li>
  );
}

const monthFormat = new Intl.DateTimeFormat('en-US', { timeZone: 'UTC', month: 'long', year: 'numeric' });

/** `month`: 'YYYY-MM'. */
const MonthPanel = ({ month, cost_cents }: { month: string; cost_cents: number }) => (
  <Panel title="This month’s cost">
    <p className={classes.big}>{formatCents(cost_cents)}</p>
    <p className={classes.muted}>
      Invoices in {monthFormat.format(parseDate(`${month}-01`))}. <Link to={paths.billing()}>Billing</Link>
    </p>
  </Panel>
);

const InvitePanel = () => (
  <Panel title="Invite other authors">
    <p>
      They’ll get {REFERRAL.welcome} off their first promotion, and for {REFERRAL.period}, you’ll earn {REFERRAL.reward}{' '}
      of what they pay. <Link to={paths.referralProgram()}>Your referral link</Link>
    </p>
  </Panel>
);

const per = MAX_PER_PAGE;

/**
 * The dashboard's data, from the latest hundred records of each kind. `data` is undefined until everything except the
 * prices has loaded.
 */
function useDashboard() {
  const shell = useShell();
  const today = calendarDay(shell);
  const promotions = useQuery({
    ...promotionsQuery({ per, sort_col: 'booked_date', sort_dir: 'desc' }),
    refetchInterval: MINUTE_MS,
  });
  // Requested separately, because later dates can push running promotions out of the latest hundred.
  const running = useQuery({ ...promotionsQuery({ running: true, per }), refetchInterval: MINUTE_MS });
  const unpaid = useQuery(unpaidQuery(useQueryClient()));
  const invoices = useQuery(invoicesQuery({ per }));
  const cards = useQuery(cardsQuery());
  const drafts = useQuery(partnerBooksQuery({ status: 'draft', per }));
  const books = useQuery(partnerBooksQuery({ per: 1 }));

  const watched = promotionsWithWatchedPrices({
    promotions: withRunning(promotions.data?.promotions ?? [], running.data?.promotions ?? []),
    business_date: shell.business_date,
    today,
  }).map(({ id }) => id);
  const watches = useQueries({ queries: watched.map(priceWatchQuery) });
  const storesOf = (id: number) => watches[watched.indexOf(id)]?.data?.stores;

  const queries = [promotions, running, unpaid, invoices, cards, drafts, books];
  const error = queries.find((query) => query.error)?.error ?? null;
  const refetch = () => Promise.all(queries.filter((query) => query.error).map((query) => query.refetch()));
  const isFetching = queries.some((query) => query.isFetching);
  return { data: buildData(), error, refetch, isFetching };

  function buildData() {
    if (
      !promotions.data ||
      !running.data ||
      !unpaid.data ||
      !invoices.data ||
      !cards.data ||
      !drafts.data ||
      !books.data
    )
      return undefined;
    const all = withRunning(promotions.data.promotions, running.data.promotions);
    const facts = {
      business_date: shell.business_date,
      today,
      can_pay: canPay(cards.data, today),
      unpaid: unpaid.data,
      promotions: all,
      prices_set: watched.filter((id) => storesOf(id)?.every(isPriceSet)),
      prices_wrong: watched.filter((id) => storesOf(id)?.some(({ state }) => state === 'too_high')),
      prices_unknown: watched.filter((id) => storesOf(id)?.some(({ state }) => state === 'unknown')),
      drafts: drafts.data.books,
      has_books: books.data.meta.total_count > 0,
    };
    return {
      todos: todosOf(facts),
      steps: stepsOf(facts),
      next: nextPromotions(all, shell.business_date),
      running: running.data.promotions,
      results: lastResults(all),
      month: today.slice(0, 7),
      month_cost_cents: costOfMonth(invoices.data.invoices, today.slice(0, 7)),
    };
  }
}

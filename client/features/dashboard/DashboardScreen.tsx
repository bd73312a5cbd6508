import { IconAlertCircle, IconCircleDashed } from '@tabler/icons-react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { cardsQuery, invoicesQuery } from '#client/api/billing.ts';
import { promotionsQuery } from '#client/api/partner-promotions.ts';
import { Link } from '#client/app/router.ts';
import { canPay } from '#client/features/billing/card-words.ts';
import { unpaidQuery } from '#client/features/billing/unpaid.ts';
import { partnerBooksQuery } from '#client/features/books/partner/partner-api.ts';
import { bookedDate, cutoffOf } from '#client/features/promotions/cutoff.ts';
import { REFERRAL } from '#client/features/referrals/figures.ts';
import { useSession } from '#client/session/SessionContext.tsx';
import { Loaded } from '#client/ui/app/Loaded.tsx';
import { Panel } from '#client/ui/app/Panel.tsx';
import { Button } from '#client/ui/Button.tsx';
import { Countdown } from '#client/ui/Countdown.tsx';
import { Cover } from '#client/ui/Cover.tsx';
import { DateText } from '#client/ui/DateText.tsx';
import { Page, PageTitle } from '#client/ui/Page.tsx';
import { Seo } from '#client/ui/Seo.tsx';
import { ListSkeleton } from '#client/ui/Skeletons.tsx';
import { Row, Stack } from '#client/ui/Stack.tsx';
import { StatusBadge } from '#client/ui/StatusBadge.tsx';
import { calendarDay, useShell } from '#client/ui/shell.ts';
import { MAX_PER_PAGE } from '#shared/business.ts';
import { dateOf } from '#shared/dates.ts';
import { formatCents } from '#shared/money.ts';
import { paths } from '#shared/paths.ts';
import type { Promotion } from '#shared/promotions.ts';
import classes from './Dashboard.module.css';
import { costOfMonth, lastResults, nextPromotions, type Todo, todosOf } from './dashboard.ts';
import { LastResultsPanel } from './LastResultsPanel.tsx';

export function DashboardScreen() {
  const { record } = useSession().partner;
  const dashboard = useDashboard();
  return (
    <Page>
      <Seo title="My dashboard" description="Your next promotions and what the last ones brought." noindex />
      <PageTitle lead={`Hello, ${record?.name}.`}>My dashboard</PageTitle>
      <Row>
        <Button to={paths.partnerPromotionNew()}>Add a promotion</Button>
        <Button to={paths.partnerBookNew()} look="quiet">
          Add an eBook
        </Button>
      </Row>
      <Loaded query={dashboard} waiting={<ListSkeleton rows={3} height={180} />}>
        {(data) => (
          <>
            <TodoPanel todos={data.todos} />
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
      </Loaded>
    </Page>
  );
}

const TodoPanel = ({ todos }: { todos: readonly Todo[] }) => (
  <Panel title="To do" tone={todos.some(({ urgent }) => urgent) ? 'alert' : 'plain'}>
    {todos.length === 0 ? (
      <p>Nothing. Everything is in order.</p>
    ) : (
      <ul className={classes.list}>
        {todos.map(({ key, text, to, urgent }) => (
          <li key={key} className={classes.todo} data-urgent={urgent}>
            {urgent ? (
              <IconAlertCircle size={20} aria-hidden="true" />
            ) : (
              <IconCircleDashed size={20} aria-hidden="true" />
            )}
            <Link to={to}>{text}</Link>
          </li>
        ))}
      </ul>
    )}
  </Panel>
);

const SHOWN = 5;

const NextPanel = ({ next }: { next: readonly Promotion[] }) => (
  <Panel
    title="Next promotions"
    aside={next.length > SHOWN ? <Link to={paths.partnerPromotions()}>All {next.length}</Link> : null}
  >
    {next.length === 0 ? (
      <p>
        Nothing is booked. <Link to={paths.partnerPromotionNew()}>Book a date</Link>
      </p>
    ) : (
      <ul className={classes.list}>
        {next.slice(0, SHOWN).map((promotion) => (
          <NextRow key={promotion.id} promotion={promotion} />
        ))}
      </ul>
    )}
  </Panel>
);

const NextRow = ({ promotion }: { promotion: Promotion }) => (
  <li>
    {promotion.book && <Cover src={promotion.book.cover_url} alt="" width={44} />}
    <div>
      <Link to={paths.partnerPromotion(promotion.id)} className={classes.title}>
        {promotion.book?.title}
      </Link>
      <p className={classes.muted}>
        <DateText date={bookedDate(promotion)} />
      </p>
      {promotion.at_risk && <p className={classes.risk}>Won’t be sent: {promotion.at_risk}</p>}
    </div>
    <div className={classes.right}>
      <StatusBadge status={promotion.display_status} />
      <span className={classes.muted}>
        closes in <Countdown until={cutoffOf(bookedDate(promotion), useShell())} />
      </span>
    </div>
  </li>
);

const monthFormat = new Intl.DateTimeFormat('en-US', { timeZone: 'UTC', month: 'long', year: 'numeric' });

/** `month`: 'YYYY-MM'. */
const MonthPanel = ({ month, cost_cents }: { month: string; cost_cents: number }) => (
  <Panel title="This month's cost">
    <p className={classes.big}>{formatCents(cost_cents)}</p>
    <p className={classes.muted}>
      Invoices of {monthFormat.format(dateOf(`${month}-01`))}. <Link to={paths.billing()}>Billing</Link>
    </p>
  </Panel>
);

const InvitePanel = () => (
  <Panel title="Invite other authors">
    <p>
      They begin with {REFERRAL.welcome} of credit, and you get {REFERRAL.reward} of what they pay for {REFERRAL.period}
      . <Link to={paths.referralProgram()}>Your referral link</Link>
    </p>
  </Panel>
);

const per = MAX_PER_PAGE;

/** What the dashboard shows, made from the latest hundred of each; undefined until all of it is there. */
function useDashboard() {
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

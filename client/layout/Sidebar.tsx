import {
  IconBook2,
  IconCalendarEvent,
  IconChevronsLeft,
  IconChevronsRight,
  IconCreditCard,
  IconDiscount,
  IconGift,
  IconLayoutDashboard,
  IconMail,
  IconSettings,
  IconShield,
  IconSparkles,
  IconUserEdit,
} from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { clientFor } from '#client/api/client.ts';
import { laneCountsQuery } from '#client/api/lane-counts.ts';
import { Link, NavLink, useLocation } from '#client/app/router.ts';
import { useShell } from '#client/ui/shell.ts';
import { newslettersApi } from '#shared/api/newsletters.ts';
import type { Role } from '#shared/auth.ts';
import { NEWSLETTER_LIST_HEIGHTS, RESULTS_PER_PAGE } from '#shared/business.ts';
import { addDays, parseDate } from '#shared/dates.ts';
import { MINUTE_MS } from '#shared/durations.ts';
import { paths } from '#shared/paths.ts';
import { SEPARATE_LANES } from '#shared/status.ts';
import classes from './Sidebar.module.css';

const NARROW_SCREEN = '(max-width: 47.99rem)';

/** The sidebar of signed-in people. On narrow screens it starts as icons and opens over the page. */
export function Sidebar({ forRole: role }: { forRole: Role }) {
  const [isCollapsed, setIsCollapsed] = useCollapsed();
  const Chevron = isCollapsed ? IconChevronsRight : IconChevronsLeft;
  return (
    <aside className={classes.sidebar} data-collapsed={isCollapsed} aria-label="Sidebar">
      <nav className={classes.inner} aria-label={role === 'partner' ? 'Partner' : 'Staff'}>
        <button
          type="button"
          className={classes.item}
          aria-expanded={!isCollapsed}
          aria-label={isCollapsed ? 'Expand the sidebar' : 'Collapse the sidebar'}
          onClick={() => setIsCollapsed(!isCollapsed)}
        >
          <Chevron size={22} aria-hidden="true" />
          <span className={classes.label}>Collapse</span>
        </button>
        {SIDEBAR_ITEMS[role].map(({ label, to, icon: Icon, hasNewsletters, hasOpenTotal }) => (
          <div key={to} className={classes.entry}>
            <NavLink to={to} className={classes.item!} title={isCollapsed ? label : undefined}>
              <Icon size={22} aria-hidden="true" />
              <span className={classes.label}>{label}</span>
            </NavLink>
            {hasOpenTotal && <OpenTotal />}
            {hasNewsletters && !isCollapsed && <SidebarNewsletters />}
          </div>
        ))}
      </nav>
    </aside>
  );
}

/**
 * The collapsed state. On narrow screens, where the open sidebar covers the page, it collapses when the path changes.
 */
function useCollapsed() {
  const [isCollapsed, setIsCollapsed] = useState(() => matchMedia(NARROW_SCREEN).matches);
  const { pathname } = useLocation();
  // biome-ignore lint/correctness/useExhaustiveDependencies: collapses on each new pathname
  useEffect(() => {
    if (matchMedia(NARROW_SCREEN).matches) setIsCollapsed(true);
  }, [pathname]);
  useEffect(() => {
    const narrow = matchMedia(NARROW_SCREEN);
    const update = () => setIsCollapsed(narrow.matches);
    narrow.addEventListener('change', update);
    return () => narrow.removeEventListener('change', update);
  }, []);
  return [isCollapsed, setIsCollapsed] as const;
}

/**
 * The number of promotions that await staff, shown beside the sidebar's entry, not in the entry's name. Counted again
 * each minute while the page is visible.
 */
function OpenTotal() {
  const { data } = useQuery({ ...laneCountsQuery(), refetchInterval: MINUTE_MS });
  const total = data && SEPARATE_LANES.reduce((sum, lane) => sum + data.lane_counts[lane], 0);
  return total ? (
    <span className={classes.badge}>
      {total}
      <span className="visually-hidden"> open promotions</span>
    </span>
  ) : null;
}

/** Labels of the button that changes the list's height, by the current step. */
const NEXT_STEP_LABELS = ['Show dates', 'More dates', 'Hide dates'];
const DAYS_BACK = 10;
const DAYS_AHEAD = 4;

/** The newsletters around the open one, in the API's order: from the open one back, and then the later ones. */
const newslettersAround = (business_date: string) => ({
  queryKey: ['newsletters', 'sidebar', business_date],
  queryFn: () =>
    clientFor(newslettersApi, 'user').list({
      query: {
        date_from: addDays(business_date, -DAYS_BACK),
        date_to: addDays(business_date, DAYS_AHEAD),
        per: RESULTS_PER_PAGE,
      },
    }),
});

/** Newsletter dates with their number of promotions; the list's height cycles through 0, 250, and 500 px. */
function SidebarNewsletters() {
  const { business_date } = useShell();
  const [step, setStep] = useState(1);
  const { data } = useQuery(newslettersAround(business_date));
  const height = NEWSLETTER_LIST_HEIGHTS[step] ?? 0;
  const next = (step + 1) % NEWSLETTER_LIST_HEIGHTS.length;
  return (
    <div className={classes.box}>
      <ul className={classes.list} style={{ maxHeight: height }} hidden={height === 0}>
        {data?.newsletters.map(({ id, newsletter_date, kind, promotions_count }) => (
          <li key={id}>
            <Link to={paths.userNewsletter(id)}>
              <span>
                {shortDate(newsletter_date)}
                {kind === 'weekly' && ' · weekly'}
              </span>
              <span className={classes.count}>
                {promotions_count}
                <span className="visually-hidden"> {promotions_count === 1 ? 'promotion' : 'promotions'}</span>
              </span>
            </Link>
          </li>
        ))}
      </ul>
      <button type="button" className={classes.cycle} onClick={() => setStep(next)}>
        {NEXT_STEP_LABELS[step]}
      </button>
    </div>
  );
}

const format = new Intl.DateTimeFormat('en-US', { timeZone: 'UTC', weekday: 'short', month: 'short', day: 'numeric' });
const shortDate = (date: string) => format.format(parseDate(date));

type SidebarItem = {
  label: string;
  to: string;
  icon: typeof IconBook2;
  hasNewsletters?: boolean;
  hasOpenTotal?: boolean;
};

/** The sidebar's items by role. The labels for staff are fixed by the specification. */
const SIDEBAR_ITEMS: Record<Role, readonly SidebarItem[]> = {
  user: [
    { label: 'Books', to: paths.userBooks(), icon: IconBook2 },
    { label: 'Promotions', to: paths.userPromotions(), icon: IconCalendarEvent, hasOpenTotal: true },
    { label: 'Newsletters', to: paths.userNewsletters(), icon: IconMail, hasNewsletters: true },
    { label: 'Discounts', to: paths.userDiscounts(), icon: IconDiscount },
    { label: 'Admin Panel', to: paths.adminSignIn(), icon: IconShield },
    { label: 'Open Ai Prompt', to: paths.userAi(), icon: IconSparkles },
  ],
  partner: [
    { label: 'Dashboard', to: paths.dashboard(), icon: IconLayoutDashboard },
    { label: 'eBooks', to: paths.partnerBooks(), icon: IconBook2 },
    { label: 'Promotions', to: paths.partnerPromotions(), icon: IconCalendarEvent },
    { label: 'Author Profiles', to: paths.authorProfiles(), icon: IconUserEdit },
    { label: 'Billing', to: paths.billing(), icon: IconCreditCard },
    { label: 'Referral Program', to: paths.referralProgram(), icon: IconGift },
    { label: 'Account', to: paths.account(), icon: IconSettings },
  ],
};

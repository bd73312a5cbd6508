import { IconChevronsLeft, IconChevronsRight } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import { NavLink, useLocation } from '#client/app/router.ts';
import type { Role } from '#shared/auth.ts';
import classes from './Sidebar.module.css';
import { SidebarNewsletters } from './SidebarNewsletters.tsx';
import { SIDEBAR_ITEMS } from './sidebar-items.ts';

const NARROW = '(max-width: 47.99rem)';

/** For logged-in people only. On narrow screens it starts as icons and opens over the page. */
export function Sidebar({ forRole: role }: { forRole: Role }) {
  const [collapsed, setCollapsed] = useCollapsed();
  const Chevron = collapsed ? IconChevronsRight : IconChevronsLeft;
  return (
    <aside className={classes.sidebar} data-collapsed={collapsed} aria-label="Sidebar">
      <nav className={classes.inner} aria-label={role === 'partner' ? 'Partner' : 'Staff'}>
        <button
          type="button"
          className={classes.item}
          aria-expanded={!collapsed}
          aria-label={collapsed ? 'Expand the sidebar' : 'Collapse the sidebar'}
          onClick={() => setCollapsed(!collapsed)}
        >
          <Chevron size={22} aria-hidden="true" />
          <span className={classes.label}>Collapse</span>
        </button>
        {SIDEBAR_ITEMS[role].map(({ label, to, icon: Icon, newsletters }) => (
          <div key={to}>
            <NavLink to={to} className={classes.item!} title={collapsed ? label : undefined}>
              <Icon size={22} aria-hidden="true" />
              <span className={classes.label}>{label}</span>
            </NavLink>
            {newsletters && !collapsed && <SidebarNewsletters />}
          </div>
        ))}
      </nav>
    </aside>
  );
}

/** Where it would lie over the page, it closes with each new one, and when the window becomes that narrow. */
function useCollapsed() {
  const [collapsed, setCollapsed] = useState(() => matchMedia(NARROW).matches);
  const { pathname } = useLocation();
  // biome-ignore lint/correctness/useExhaustiveDependencies: each new pathname is a reason to close
  useEffect(() => {
    if (matchMedia(NARROW).matches) setCollapsed(true);
  }, [pathname]);
  useEffect(() => {
    const narrow = matchMedia(NARROW);
    const follow = () => setCollapsed(narrow.matches);
    narrow.addEventListener('change', follow);
    return () => narrow.removeEventListener('change', follow);
  }, []);
  return [collapsed, setCollapsed] as const;
}

import { type KeyboardEvent, type ReactNode, useEffect, useRef } from 'react';
import { Link, NavLink, useLocation } from '#client/app/router.ts';
import { useSession } from '#client/session/SessionContext.tsx';
import { useLogOut } from '#client/session/use-log-out.ts';
import { Logo } from '#client/ui/Logo.tsx';
import type { Role } from '#shared/auth.ts';
import {
  AI_TOOL_LINKS,
  AUTHOR_RESOURCES,
  MAIN_LINKS,
  type MenuItem,
  PARTNER_MENU,
  USER_MENU,
  VISITOR_MENU,
} from './menus.ts';
import classes from './TopBar.module.css';

export function TopBar() {
  const { partner, user } = useSession();
  return (
    <header className={classes.bar}>
      <div className={classes.inner}>
        <Link to="/" className={classes.logo} aria-label="Deckle, home">
          <Logo />
        </Link>
        <nav className={classes.links} aria-label="Main">
          {MAIN_LINKS.map(({ label, to }) => (
            <NavLink key={to} to={to} end className={classes.link!}>
              {label}
            </NavLink>
          ))}
          <div className={classes.wide}>
            <MenuDetails label="AI Book Tools" items={AI_TOOL_LINKS} />
          </div>
          <div className={classes.wide}>
            <MenuDetails label="Author Resources" items={AUTHOR_RESOURCES} />
          </div>
          <div className={classes.narrow}>
            <MenuDetails label="More" items={[...AUTHOR_RESOURCES, ...AI_TOOL_LINKS]} align="end" />
          </div>
        </nav>
        <div className={classes.account} id="staff-tools">
          {user.isSignedIn && <AccountMenu forRole="user" label={user.record?.name ?? 'Staff'} />}
          {partner.isSignedIn && <AccountMenu forRole="partner" label={partner.record?.name ?? 'My account'} />}
          {!user.isSignedIn && !partner.isSignedIn && (
            <MenuDetails label="Author or Publisher" items={VISITOR_MENU} align="end" />
          )}
        </div>
      </div>
    </header>
  );
}

function AccountMenu({ forRole: role, label }: { forRole: Role; label: string }) {
  const logOut = useLogOut();
  return (
    <MenuDetails
      label={<span className={classes.name}>{label}</span>}
      items={role === 'partner' ? PARTNER_MENU : USER_MENU}
      align="end"
    >
      <li>
        <button type="button" onClick={() => void logOut(role)}>
          Log out
        </button>
      </li>
    </MenuDetails>
  );
}

type Props = { label: ReactNode; items: readonly MenuItem[]; children?: ReactNode; align?: 'start' | 'end' };

/**
 * A menu that works without script: a native disclosure. Script closes it on Escape, outside clicks, navigation, and
 * when it loses the focus.
 */
function MenuDetails({ label, items, children, align = 'start' }: Props) {
  const details = useRef<HTMLDetailsElement>(null);
  useCloseOnLeave(details);

  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Escape' || !details.current?.open) return;
    details.current.open = false;
    details.current.querySelector('summary')?.focus();
  };
  return (
    <details ref={details} className={classes.menu} onKeyDown={onKeyDown}>
      <summary className={classes.summary}>{label}</summary>
      <ul className={classes.list} data-align={align}>
        {items.map(({ label: text, to }) => (
          <li key={to}>
            <Link to={to}>{text}</Link>
          </li>
        ))}
        {children}
      </ul>
    </details>
  );
}

function useCloseOnLeave(details: React.RefObject<HTMLDetailsElement | null>) {
  const { key } = useLocation();
  // biome-ignore lint/correctness/useExhaustiveDependencies: each navigation has a new key
  useEffect(() => {
    if (details.current) details.current.open = false;
  }, [key, details]);
  useEffect(() => {
    const closeIfOutside = ({ target }: Event) => {
      if (details.current?.open && !details.current.contains(target as Node)) details.current.open = false;
    };
    const events = ['click', 'focusin'];
    for (const event of events) document.addEventListener(event, closeIfOutside);
    return () => {
      for (const event of events) document.removeEventListener(event, closeIfOutside);
    };
  }, [details]);
}

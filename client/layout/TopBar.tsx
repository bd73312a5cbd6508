import { Link, NavLink } from '#client/app/router.ts';
import { useSession } from '#client/session/SessionContext.tsx';
import { useLogOut } from '#client/session/use-log-out.ts';
import { Logo } from '#client/ui/Logo.tsx';
import type { Role } from '#shared/auth.ts';
import { MenuDetails } from './MenuDetails.tsx';
import { AI_TOOLS, AUTHOR_RESOURCES, MAIN_LINKS, PARTNER_MENU, USER_MENU, VISITOR_MENU } from './menus.ts';
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
            <MenuDetails label="AI Book Tools" items={AI_TOOLS} />
          </div>
          <div className={classes.wide}>
            <MenuDetails label="Author Resources" items={AUTHOR_RESOURCES} />
          </div>
          <div className={classes.narrow}>
            <MenuDetails label="More" items={[...AUTHOR_RESOURCES, ...AI_TOOLS]} align="end" />
          </div>
        </nav>
        <div className={classes.account}>
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

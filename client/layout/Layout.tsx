import { lazy, Suspense, useEffect } from 'react';
import { lazyPart } from '#client/api/lazy-part.tsx';
import { loadChunk } from '#client/api/load-chunk.ts';
import { Link, Outlet, ScrollRestoration, useMatches, useNavigation } from '#client/app/router.ts';
import { useSession } from '#client/session/SessionContext.tsx';
import { SessionWatch } from '#client/session/SessionWatch.tsx';
import { Logo } from '#client/ui/Logo.tsx';
import { PlainNotices } from '#client/ui/notifications/PlainNotices.tsx';
import { useShell } from '#client/ui/shell.ts';
import { useHasScript } from '#client/ui/use-has-script.ts';
import classes from './Layout.module.css';
import { AI_TOOL_LINKS, FOOTER_GROUPS, SHORT_FOOTER } from './menus.ts';
import type { ScreenHandle } from './screen.ts';
import { TopBar } from './TopBar.tsx';

export function Layout() {
  useEffect(resumeSubmit, []);
  const handle = useMatches().at(-1)?.handle as ScreenHandle | undefined;
  const isBehindSession = handle?.access === 'partner' || handle?.access === 'user';
  const hasScript = useHasScript();
  return (
    <div className={classes.page}>
      <a href="#main" className={classes.skip}>
        Skip to content
      </a>
      <DemoBanner />
      <TopBar />
      <Progress />
      <DeferredBanners />
      <div className={classes.body}>
        <DeferredSidebar handle={handle} />
        <main id="main" className={classes.main} data-compact={isBehindSession || undefined} tabIndex={-1}>
          <Outlet />
        </main>
      </div>
      {isBehindSession ? <ShortFooter /> : <Footer />}
      {hasScript && <DeferredParts />}
      <SessionWatch />
      <ScrollRestoration />
    </div>
  );
}

const renderNothing = () => null;

const DeferredParts = lazyPart(
  'deferred parts',
  async () => (await import('./DeferredParts.tsx')).DeferredParts,
  PlainNotices,
);

/**
 * Rendered by the server too, so that its form works before the script has loaded. Within a Suspense, React keeps the
 * server's HTML until the script has loaded.
 */
const SignUpBox = import.meta.env.SSR
  ? (await import('./SignUpBox.tsx')).SignUpBox
  : lazy(() =>
      loadChunk('sign-up box', () => import('./SignUpBox.tsx')).then(
        ({ SignUpBox }) => ({ default: SignUpBox }),
        () => ({ default: renderNothing }),
      ),
    );

const Sidebar = lazyPart('sidebar', async () => (await import('./Sidebar.tsx')).Sidebar, renderNothing);

/** Protected pages reserve the sidebar's space before the session is known, so that nothing moves. */
function DeferredSidebar({ handle }: { handle: ScreenHandle | undefined }) {
  const { partner, user } = useSession();
  if (!handle?.sidebar) return null;
  const placeholder = handle.access === 'public' ? null : <div className={classes.sidebarSpace} />;
  const isForStaff = user.isSignedIn && handle.access !== 'partner';
  const isForPartner = partner.isSignedIn && handle.access !== 'user';
  const role = isForStaff ? 'user' : isForPartner && 'partner';
  return role ? <Sidebar placeholder={placeholder} forRole={role} /> : placeholder;
}

const PartnerBanners = lazyPart(
  'banners',
  async () => (await import('./PartnerBanners.tsx')).PartnerBanners,
  renderNothing,
);

function DeferredBanners() {
  return useSession().partner.isSignedIn ? <PartnerBanners /> : null;
}

function DemoBanner() {
  const { demo_notice } = useShell();
  return demo_notice ? (
    <aside className={classes.demo} aria-label="Demo">
      {demo_notice}
    </aside>
  ) : null;
}

function Progress() {
  const { state } = useNavigation();
  return <div className={classes.progress} data-busy={state !== 'idle'} aria-hidden="true" />;
}

const GROUPS = [...FOOTER_GROUPS, { title: 'AI book tools', items: AI_TOOL_LINKS }];

function Footer() {
  const { support_email } = useShell();
  return (
    <>
      <Suspense>
        <SignUpBox />
      </Suspense>
      <footer className={classes.footer}>
        <div className={classes.inner}>
          <div className={classes.about}>
            <Logo />
            <p>Free and discounted ebooks, checked by our editors and emailed at most once a day.</p>
            <p>
              <a href={`mailto:${support_email}`}>{support_email}</a>
            </p>
            <OperatorAddress />
          </div>
          {GROUPS.map(({ title, items }) => (
            <nav key={title} aria-label={title}>
              <h2 className={classes.title}>{title}</h2>
              <ul>
                {items.map(({ label, to }) => (
                  <li key={to}>
                    <Link to={to}>{label}</Link>
                  </li>
                ))}
              </ul>
            </nav>
          ))}
        </div>
      </footer>
    </>
  );
}

function OperatorAddress({ className }: { className?: string | undefined }) {
  const { name, address, country } = useShell().operator;
  return (
    <p className={className}>
      {name}, {address}, {country}
    </p>
  );
}

/** The footer of signed-in screens: one line of links, and the operator's address. */
const ShortFooter = () => (
  <footer className={classes.footer}>
    <nav aria-label="Deckle" className={classes.line}>
      {SHORT_FOOTER.map(({ label, to }) => (
        <Link key={to} to={to}>
          {label}
        </Link>
      ))}
    </nav>
    <OperatorAddress className={classes.line} />
  </footer>
);

/** Sends a form that was submitted before this script had loaded (server/web/boot-script.ts). */
function resumeSubmit() {
  const form = document.querySelector<HTMLFormElement>('form[data-waiting]');
  if (!form) return;
  delete form.dataset.waiting;
  form.requestSubmit();
}

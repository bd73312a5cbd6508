import { Link } from '#client/app/router.ts';
import { Logo } from '#client/ui/Logo.tsx';
import { useShell } from '#client/ui/shell.ts';
import classes from './Footer.module.css';
import { AI_TOOLS, FOOTER_GROUPS } from './menus.ts';

const GROUPS = [...FOOTER_GROUPS, { title: 'AI book tools', items: AI_TOOLS }];

export function Footer() {
  const { support_email } = useShell();
  return (
    <footer className={classes.footer}>
      <div className={classes.inner}>
        <div className={classes.about}>
          <Logo />
          <p>Good ebooks, free or nearly free, picked by people and sent once a day.</p>
          <p>
            <a href={`mailto:${support_email}`}>{support_email}</a>
          </p>
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
  );
}

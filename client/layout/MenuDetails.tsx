import { type KeyboardEvent, type ReactNode, useEffect, useRef } from 'react';
import { Link, useLocation } from '#client/app/router.ts';
import classes from './MenuDetails.module.css';
import type { MenuItem } from './menus.ts';

type Props = { label: ReactNode; items: readonly MenuItem[]; children?: ReactNode; align?: 'start' | 'end' };

/** A menu that works without script: a native disclosure. Script closes it on Escape, outside clicks and page changes. */
export function MenuDetails({ label, items, children, align = 'start' }: Props) {
  const details = useRef<HTMLDetailsElement>(null);
  useClosing(details);

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

function useClosing(details: React.RefObject<HTMLDetailsElement | null>) {
  const { key } = useLocation();
  // biome-ignore lint/correctness/useExhaustiveDependencies: each navigation has a new key
  useEffect(() => {
    if (details.current) details.current.open = false;
  }, [key, details]);
  useEffect(() => {
    const onClick = ({ target }: MouseEvent) => {
      if (details.current?.open && !details.current.contains(target as Node)) details.current.open = false;
    };
    document.addEventListener('click', onClick);
    return () => document.removeEventListener('click', onClick);
  }, [details]);
}

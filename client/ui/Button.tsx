import type { ButtonHTMLAttributes, ReactNode } from 'react';
import { Link } from '#client/app/router.ts';
import classes from './Button.module.css';

type Look = { look?: 'primary' | 'quiet' | 'danger' | 'plain' | 'icon'; children: ReactNode };
type AsLink = Look & { to: string };
type AsButton = Look & { type?: 'button' | 'submit'; busy?: boolean } & Omit<
    ButtonHTMLAttributes<HTMLButtonElement>,
    'type'
  >;

/** A link that looks like a button, or a button. A busy one shows progress and keeps its width. */
export function Button(props: AsLink | AsButton) {
  if ('to' in props) {
    return (
      <Link to={props.to} className={classes.button} data-look={props.look ?? 'primary'}>
        {props.children}
      </Link>
    );
  }
  const { look = 'primary', busy = false, type, children, ...rest } = props;
  return (
    <button
      {...rest}
      type={type === 'submit' ? 'submit' : 'button'}
      className={classes.button}
      data-look={look}
      aria-disabled={busy || undefined}
      aria-busy={busy || undefined}
      onClick={busy ? (event) => event.preventDefault() : rest.onClick}
    >
      <span className={classes.label}>{children}</span>
    </button>
  );
}

import type { ButtonHTMLAttributes, ReactNode } from 'react';
import { Link } from '#client/app/router.ts';
import classes from './Button.module.css';

type Look = { look?: 'primary' | 'quiet' | 'danger' | 'plain' | 'icon'; children: ReactNode };
type AsLink = Look & { to: string; state?: string | undefined };
type AsButton = Look & { type?: 'button' | 'submit'; busy?: boolean } & Omit<
    ButtonHTMLAttributes<HTMLButtonElement>,
    'type'
  >;

/**
 * A button, or a link that looks like one. While busy or disabled, it ignores clicks but keeps the focus; while busy,
 * it keeps its width.
 */
export function Button(props: AsLink | AsButton) {
  if ('to' in props) {
    return (
      <Link to={props.to} state={props.state} className={classes.button} data-look={props.look ?? 'primary'}>
        {props.children}
      </Link>
    );
  }
  const { look = 'primary', busy = false, disabled, type, children, ...rest } = props;
  const isInactive = busy || disabled;
  return (
    <button
      {...rest}
      type={type === 'submit' ? 'submit' : 'button'}
      className={classes.button}
      data-look={look}
      aria-disabled={isInactive || undefined}
      aria-busy={busy || undefined}
      onClick={isInactive ? (event) => event.preventDefault() : rest.onClick}
    >
      <span className={classes.label}>{children}</span>
    </button>
  );
}

import type { ButtonHTMLAttributes, ReactNode } from 'react';
import { Link } from '#client/app/router.ts';
import classes from './Button.module.css';

type Look = { look?: 'primary' | 'quiet' | 'danger' | 'plain' | 'icon'; children: ReactNode };
type AsLink = Look & { to: string };
type AsButton = Look & { type?: 'button' | 'submit'; busy?: boolean } & Omit<
    ButtonHTMLAttributes<HTMLButtonElement>,
    'type'
  >;

/** A link that looks like a button, or a button. A busy or disabled one refuses its click and keeps the focus; a busy one keeps its width. */
export function Button(props: AsLink | AsButton) {
  if ('to' in props) {
    return (
      <Link to={props.to} className={classes.button} data-look={props.look ?? 'primary'}>
        {props.children}
      </Link>
    );
  }
  const { look = 'primary', busy = false, disabled, type, children, ...rest } = props;
  const isOff = busy || disabled;
  return (
    <button
      {...rest}
      type={type === 'submit' ? 'submit' : 'button'}
      className={classes.button}
      data-look={look}
      aria-disabled={isOff || undefined}
      aria-busy={busy || undefined}
      onClick={isOff ? (event) => event.preventDefault() : rest.onClick}
    >
      <span className={classes.label}>{children}</span>
    </button>
  );
}

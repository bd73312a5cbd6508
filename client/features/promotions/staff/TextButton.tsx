import type { ButtonHTMLAttributes } from 'react';
import classes from './TextButton.module.css';

/** A button that looks like a link. The styles of `className` override its own. */
export const TextButton = ({ className = '', ...props }: ButtonHTMLAttributes<HTMLButtonElement>) => (
  <button {...props} type="button" className={`${classes.button} ${className}`} />
);

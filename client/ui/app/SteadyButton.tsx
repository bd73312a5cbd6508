import type { ComponentProps } from 'react';

/**
 * The element of every Mantine button. A busy or disabled one refuses its click but keeps the focus, which the browser would take
 * from an element with the `disabled` attribute.
 */
export const SteadyButton = ({ disabled, type = 'button', onClick, ...button }: ComponentProps<'button'>) => (
  <button
    {...button}
    type={type}
    aria-disabled={disabled || button['aria-disabled']}
    onClick={disabled ? (event) => event.preventDefault() : onClick}
  />
);

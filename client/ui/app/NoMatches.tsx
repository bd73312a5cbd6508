import { type ComponentProps, useEffect, useState } from 'react';
import { createPortal } from 'react-dom';

const ANNOUNCE_DELAY_MS = 100;

/**
 * The "no matches" line of a list of options. A listbox can't hold a live region, so a hidden one outside repeats the
 * text.
 */
export function NoMatches({ children, ...line }: ComponentProps<'div'>) {
  const [announced, setAnnounced] = useState<typeof children>(null);
  useEffect(() => {
    // Screen readers announce a region's changes, not its first text.
    const timer = setTimeout(() => setAnnounced(children), ANNOUNCE_DELAY_MS);
    return () => clearTimeout(timer);
  }, [children]);
  return (
    <div {...line}>
      {children}
      {createPortal(
        <p role="status" className="visually-hidden">
          {announced}
        </p>,
        document.body,
      )}
    </div>
  );
}

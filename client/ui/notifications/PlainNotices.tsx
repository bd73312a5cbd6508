import { useEffect, useState } from 'react';
import { NOTIFICATION_HIDE_MS } from '#shared/business.ts';
import { notices } from './notify.ts';
import classes from './PlainNotices.module.css';
import type { Notice } from './queue.ts';

/** The same words without Mantine, for when its script could not be fetched: that the network is gone is one of them. */
export function PlainNotices() {
  const [shown, setShown] = useState<readonly Notice[]>([]);
  useEffect(() => {
    const hide = (id: string) => {
      setShown((before) => before.filter((notice) => notice.id !== id));
      notices.closed(id);
    };
    notices.attach((notice) => {
      setShown((before) => [...before, notice]);
      setTimeout(() => hide(notice.id), NOTIFICATION_HIDE_MS);
    });
  }, []);
  return (
    <div className={classes.notices}>
      {shown.map(({ id, text }) => (
        <p key={id} role="alert">
          {text}
        </p>
      ))}
    </div>
  );
}

import { Suspense, useEffect, useState } from 'react';
import { lazyPart } from '#client/api/lazy-part.tsx';
import { NOTIFICATION_HIDE_MS } from '#shared/business.ts';
import classes from './Notifications.module.css';
import { type Notice, notices } from './notify.ts';

const Host = lazyPart(
  'notifications',
  async () => (await import('./NotificationsHost.tsx')).NotificationsHost,
  PlainNotices,
);

/** Loads the notifications' script at the first notice: most visits need none. */
export function Notifications() {
  const [needed, setNeeded] = useState(false);
  useEffect(() => notices.whenNeeded(() => setNeeded(true)), []);
  return needed ? (
    <Suspense>
      <Host />
    </Suspense>
  ) : null;
}

/** The same words without Mantine, for when its script could not be fetched: that the network is gone is one of them. */
function PlainNotices() {
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

import { Suspense, useEffect, useState } from 'react';
import { lazyPart } from '#client/api/lazy-part.tsx';
import { notices } from './notify.ts';
import { PlainNotices } from './PlainNotices.tsx';

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

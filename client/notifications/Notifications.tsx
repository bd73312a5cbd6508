import { lazy, Suspense, useEffect, useState } from 'react';
import { loadChunk } from '#client/api/load-chunk.ts';
import { notices } from './notify.ts';

const Host = lazy(async () => {
  const { NotificationsHost } = await loadChunk('notifications', () => import('./NotificationsHost.tsx'));
  return { default: NotificationsHost };
});

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

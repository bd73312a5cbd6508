// In a layer, so that these never win over a protected screen's own Mantine styles, whichever of the two loads last.
import '@mantine/core/styles/default-css-variables.layer.css';
import '@mantine/core/styles/UnstyledButton.layer.css';
import '@mantine/core/styles/CloseButton.layer.css';
import '@mantine/core/styles/Paper.layer.css';
import '@mantine/core/styles/Loader.layer.css';
import '@mantine/core/styles/Notification.layer.css';
import '@mantine/notifications/styles.layer.css';
import { Notifications, notifications } from '@mantine/notifications';
import { useEffect } from 'react';
import { NOTIFICATION_HIDE_MS, NOTIFICATIONS_AT_ONCE } from '#shared/business.ts';
import { DeckleMantine } from '../app/theme.tsx';
import { type Notice, notices } from './notify.ts';

const COLORS = { success: 'deckle', error: 'red', info: 'gray' } as const;

export function NotificationsHost() {
  useEffect(() => notices.attach(show), []);
  return (
    <DeckleMantine>
      <Notifications position="top-right" limit={NOTIFICATIONS_AT_ONCE} autoClose={NOTIFICATION_HIDE_MS} />
    </DeckleMantine>
  );
}

const show = ({ id, kind, text }: Notice) =>
  notifications.show({
    id,
    message: text,
    color: COLORS[kind],
    // Not at once: Mantine calls this in the middle of changing its list, and a notice shown then would be lost.
    onClose: () => queueMicrotask(() => notices.closed(id)),
    closeButtonProps: { 'aria-label': 'Close notification' },
  });

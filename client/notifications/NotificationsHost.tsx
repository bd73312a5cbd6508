import '@mantine/core/styles/default-css-variables.css';
import '@mantine/core/styles/UnstyledButton.css';
import '@mantine/core/styles/CloseButton.css';
import '@mantine/core/styles/Paper.css';
import '@mantine/core/styles/Loader.css';
import '@mantine/core/styles/Notification.css';
import '@mantine/notifications/styles.css';
import { Notifications, notifications } from '@mantine/notifications';
import { useEffect } from 'react';
import { DeckleMantine } from '#client/theme.tsx';
import { NOTIFICATION_HIDE_MS, NOTIFICATIONS_AT_ONCE } from '#shared/business.ts';
import { notices } from './notify.ts';
import type { Notice } from './queue.ts';

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
    onClose: () => notices.closed(id),
    closeButtonProps: { 'aria-label': 'Close notification' },
  });

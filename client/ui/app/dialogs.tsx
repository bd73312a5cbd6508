import { Text } from '@mantine/core';
import { modals } from '@mantine/modals';

type Question = { title: string; text: string; confirm: string; keep?: string; onConfirm: () => void };

/** Asks before something is destroyed. */
export const askFirst = ({ title, text, confirm, keep = 'Keep it', onConfirm }: Question) =>
  modals.openConfirmModal({
    title,
    children: <Text>{text}</Text>,
    labels: { confirm, cancel: keep },
    confirmProps: { color: 'red' },
    closeButtonProps: { 'aria-label': 'Close' },
    centered: true,
    onConfirm,
  });

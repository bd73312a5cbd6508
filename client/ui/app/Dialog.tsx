import { Modal } from '@mantine/core';
import { modals } from '@mantine/modals';
import type { ReactNode } from 'react';
import { Button } from '../Button.tsx';
import { Row, Stack } from '../Stack.tsx';

const CLOSE = { closeButtonProps: { 'aria-label': 'Close' } };

type Props = { title: ReactNode; isOpen: boolean; onClose: () => void; size?: 'md' | 'lg'; children: ReactNode };

/** A dialog over the page, which keeps the focus until it is closed. */
export const Dialog = ({ isOpen, ...dialog }: Props) => (
  <Modal opened={isOpen} {...dialog} {...CLOSE} transitionProps={{ duration: 0 }} />
);

/** Opens a dialog from a handler; `children` may close it by `closeDialogs`. */
export const openDialog = (title: string, children: ReactNode) =>
  modals.open({ title, children, centered: true, ...CLOSE });

export const closeDialogs = () => modals.closeAll();

type Question = { title: string; text: string; confirm: string; keep?: string; onConfirm: () => void };

/** Asks before something is destroyed. */
export function confirmDialog({ title, text, confirm, keep = 'Keep it', onConfirm }: Question) {
  const onYes = () => {
    closeDialogs();
    onConfirm();
  };
  openDialog(
    title,
    <Stack>
      <p>{text}</p>
      <Row align="end">
        <Button look="quiet" onClick={closeDialogs}>
          {keep}
        </Button>
        <Button look="danger" onClick={onYes}>
          {confirm}
        </Button>
      </Row>
    </Stack>,
  );
}

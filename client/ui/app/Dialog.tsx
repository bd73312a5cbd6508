import { Modal } from '@mantine/core';
import { modals } from '@mantine/modals';
import type { FormEvent, ReactNode } from 'react';
import { Button } from '../Button.tsx';
import { Row, Stack } from '../Stack.tsx';

/** No transition, because the page's shortcuts don't work while a dialog is still closing. */
const PROPS = { closeButtonProps: { 'aria-label': 'Close' }, transitionProps: { duration: 0 } };

type Props = { title: ReactNode; isOpen: boolean; onClose: () => void; size?: 'md' | 'lg'; children: ReactNode };

/** A dialog over the page, which traps the focus until it's closed. */
export const Dialog = ({ isOpen, ...dialog }: Props) => <Modal opened={isOpen} {...dialog} {...PROPS} />;

/** Opens a dialog from a handler; `children` can close it with `closeDialogs`. */
export const openDialog = (title: string, children: ReactNode) =>
  modals.open({ title, children, centered: true, ...PROPS });

export const closeDialogs = () => modals.closeAll();

type Confirmation = {
  title: string;
  text: string;
  confirm: string;
  keep?: string;
  look?: 'danger' | 'primary';
  onConfirm: () => void;
};

/** Asks for confirmation, usually before a destructive action. */
export function confirmDialog({ title, text, confirm, keep = 'Keep it', look = 'danger', onConfirm }: Confirmation) {
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    closeDialogs();
    onConfirm();
  };
  openDialog(
    title,
    <form onSubmit={onSubmit}>
      <Stack>
        <p>{text}</p>
        <Row align="end">
          <Button look="quiet" onClick={closeDialogs} data-autofocus>
            {keep}
          </Button>
          <Button look={look} type="submit">
            {confirm}
          </Button>
        </Row>
      </Stack>
    </form>,
  );
}

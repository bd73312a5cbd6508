import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { FormEvent, ReactNode } from 'react';
import { ApiError, isMissing } from '#client/api/api-error.ts';
import { Link, useLocation } from '#client/app/router.ts';
import { Alert } from '#client/ui/Alert.tsx';
import { Button } from '#client/ui/Button.tsx';
import { useShell } from '#client/ui/shell.ts';
import { paths } from '#shared/paths.ts';
import { type ListItem, listItemOf } from '#shared/reader-list.ts';
import { addToList, failureText, listKey } from './api.ts';
import classes from './FollowBox.module.css';
import { forgetReaderUuid } from './reader-uuid.ts';

type Props = { uuid: string; button: string; onUnknown: () => void; children: ReactNode };

/** Adds the chosen item right away, for a reader who opened a link from their email. */
export function OwnListForm({ uuid, button, onUnknown, children }: Props) {
  const { pathname } = useLocation();
  const { support_email } = useShell();
  const queryClient = useQueryClient();
  const add = useMutation({
    mutationFn: (item: ListItem) => addToList(uuid, { ...item, page: pathname }),
    onSuccess: (list) => queryClient.setQueryData(listKey(uuid), list),
    onError: (error) => {
      if (!isMissing(error)) return;
      // The reader's data has been erased.
      forgetReaderUuid();
      onUnknown();
    },
    meta: { silent: true },
  });
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const item = listItemOf(String(new FormData(event.currentTarget).get('item')));
    if (item && !add.isPending) add.mutate(item);
  };
  return (
    <form className={classes.form} onSubmit={submit} onChange={() => add.reset()}>
      {add.error instanceof ApiError && <Alert kind="error">{failureText(add.error, support_email)}</Alert>}
      {add.isSuccess && (
        <Alert kind="success" title="Added to your list.">
          Its deals will come first in your newsletter.
        </Alert>
      )}
      {children}
      <Button type="submit" busy={add.isPending}>
        {button}
      </Button>
      <p className={classes.note}>
        You came from one of our emails, so there’s nothing to confirm.{' '}
        <Link to={`${paths.readerEdit(uuid)}#list`}>Your list</Link>
      </p>
    </form>
  );
}

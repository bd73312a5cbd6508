import { Button as ActionButton } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { deleteAuthor, useAuthorsChanged } from '#client/api/author-profiles.ts';
import { Link } from '#client/app/router.ts';
import { AuthorPhoto } from '#client/ui/AuthorPhoto.tsx';
import { askFirst } from '#client/ui/app/dialogs.tsx';
import { Button } from '#client/ui/Button.tsx';
import type { Author } from '#shared/authors.ts';
import { SUCCESS_TEXTS } from '#shared/errors.ts';
import { paths } from '#shared/paths.ts';
import classes from './AuthorProfiles.module.css';

export function AuthorProfileRow({ author }: { author: Author }) {
  const changed = useAuthorsChanged();
  const remove = useMutation({
    mutationFn: () => deleteAuthor(author.id),
    meta: { success: SUCCESS_TEXTS.authorDeleted },
    onSettled: changed,
  });
  const askToDelete = () =>
    askFirst({
      title: 'Delete this author profile?',
      text: `The profile of ${author.name} and its public page will be gone.`,
      confirm: 'Delete profile',
      onConfirm: () => remove.mutate(),
    });
  return (
    <li className={classes.row}>
      <AuthorPhoto author={author} size={64} />
      <div className={classes.text}>
        <h2>
          <Link to={paths.authorProfileEdit(author.id)}>{author.name}</Link>
        </h2>
        <p className={classes.bio}>{author.bio || 'Nothing about the author yet.'}</p>
        <p className={classes.links}>
          {booksText(author.books_count ?? 0)} · <Link to={paths.author(author)}>Public page</Link>
        </p>
      </div>
      <div className={classes.actions}>
        <Button to={paths.authorProfileEdit(author.id)} look="quiet">
          Edit
        </Button>
        <ActionButton variant="subtle" color="red" size="md" loading={remove.isPending} onClick={askToDelete}>
          Delete
        </ActionButton>
      </div>
    </li>
  );
}

const booksText = (count: number) => (count === 0 ? 'No books' : count === 1 ? '1 book' : `${count} books`);

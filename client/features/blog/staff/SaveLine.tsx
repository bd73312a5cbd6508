import { Button } from '@mantine/core';
import { ApiError } from '#client/api/api-error.ts';
import { errorMessages } from '#client/api/error-messages.ts';
import { Alert } from '#client/ui/Alert.tsx';
import { useShell } from '#client/ui/shell.ts';
import { formatInstant } from '#shared/dates.ts';
import classes from './PostEditor.module.css';
import { isComplete } from './post-values.ts';
import type { EditedPost } from './use-post.ts';

/** Whether what is on the screen is safe, and what to do when somebody else was faster. */
export function SaveLine({ edited }: { edited: EditedPost }) {
  const { support_email } = useShell();
  const { theirs, keepMine, takeTheirs } = edited;
  return (
    <>
      <div className={classes.saveLine}>
        <p role="status">{saveText(edited, support_email)}</p>
        <Button
          variant="default"
          loading={edited.isPending}
          disabled={!edited.dirty || !edited.maySend}
          onClick={() => edited.save()}
        >
          {edited.status === 'published' ? 'Save and show it' : 'Save'}
        </Button>
      </div>
      {theirs && (
        <Alert kind="warning" title="Somebody else has saved this post meanwhile">
          <p>
            Theirs is called “{theirs.title}” and was saved on {formatInstant(theirs.updated_at)}. Nothing of yours is
            saved since.
          </p>
          <div className={classes.row}>
            <Button onClick={keepMine}>Go on with what I typed</Button>
            <Button variant="default" onClick={takeTheirs}>
              Start again from theirs
            </Button>
          </div>
        </Alert>
      )}
    </>
  );
}

function saveText(
  { post, status, values, dirty, isPending, error, isHopeless, errors, theirs }: EditedPost,
  supportEmail: string,
) {
  if (isPending) return 'Saving …';
  if (theirs) return 'Not saved: somebody else was faster.';
  if (dirty && error && Object.keys(errors).length > 0) return 'Not saved: see what is marked.';
  if (dirty && isHopeless && error instanceof ApiError)
    return `Not saved: ${errorMessages(error, { supportEmail }).join(' ')}`;
  if (dirty && error) return 'Not saved yet: the server could not be reached. It is tried again.';
  if (dirty && !isComplete(values)) return 'Not saved yet: a post needs a title and a text.';
  if (dirty) return status === 'published' ? 'Changed. Readers still see the old text.' : 'Not saved yet.';
  return post ? `Saved on ${formatInstant(post.updated_at)}.` : 'Nothing to save yet.';
}

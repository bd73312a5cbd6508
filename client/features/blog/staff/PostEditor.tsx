import { useDebouncedValue } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { ApiError } from '#client/api/api-error.ts';
import { errorMessages } from '#client/api/error-messages.ts';
import { isResponseLost } from '#client/api/idempotency-key.ts';
import { Link } from '#client/app/router.ts';
import { Alert } from '#client/ui/Alert.tsx';
import { confirmDialog } from '#client/ui/app/Dialog.tsx';
import { Panel } from '#client/ui/app/Panel.tsx';
import { Button } from '#client/ui/Button.tsx';
import { Field, TextField } from '#client/ui/Field.tsx';
import { fromPacificInput } from '#client/ui/pacific-input.ts';
import { useShell } from '#client/ui/shell.ts';
import type { Blog } from '#shared/blog.ts';
import { formatInstant } from '#shared/dates.ts';
import { paths } from '#shared/paths.ts';
import { readingTimeText } from '../posts.ts';
import { previewQuery } from './api.ts';
import { BodyField } from './BodyField.tsx';
import { PostAbout } from './PostAbout.tsx';
import classes from './PostEditor.module.css';
import { isComplete, messageFor } from './post-values.ts';
import { type EditedPost, usePost } from './use-post.ts';

type Props = { initial: Blog | null; onCreated: (id: number) => void };

export function PostEditor({ initial, onCreated }: Props) {
  const edited = usePost(initial, onCreated);
  const { values, change, errors } = edited;
  return (
    <>
      <SaveLine edited={edited} />
      <Panel title="Text">
        <Field
          label="Title"
          maxLength={200}
          value={values.title}
          onChange={({ currentTarget: { value } }) => change({ title: value })}
          error={messageFor('title', errors)}
        />
        <TextField
          label="Summary"
          hint="Shown in lists, in feeds, and under the title."
          maxLength={500}
          rows={2}
          value={values.summary}
          onChange={({ currentTarget: { value } }) => change({ summary: value })}
          error={messageFor('summary', errors)}
        />
        <div className={classes.sides}>
          <BodyField
            value={values.body}
            onChange={(body) => change({ body })}
            onSave={edited.save}
            error={messageFor('body', errors)}
          />
          <BodyPreview body={values.body} />
        </div>
      </Panel>
      <PostAbout values={values} change={change} errors={errors} />
      <PublishPanel edited={edited} />
    </>
  );
}

/** The state of saving, and a choice if someone else has saved the post since it was opened. */
function SaveLine({ edited }: { edited: EditedPost }) {
  const { support_email } = useShell();
  const { theirs, keepMine, takeTheirs } = edited;
  return (
    <>
      <div className={classes.saveLine}>
        <p role="status">{saveText(edited, support_email)}</p>
        <Button
          look="quiet"
          busy={edited.isPending}
          disabled={!edited.hasChanges || !edited.canSend}
          onClick={() => edited.save()}
        >
          {edited.status === 'published' ? 'Update post' : 'Save post'}
        </Button>
      </div>
      {theirs && (
        <Alert kind="warning" title="Someone else has saved this post since you opened it">
          <p>
            Their version is called “{theirs.title}” and was saved on {formatInstant(theirs.updated_at)}. Your changes
            aren’t saved.
          </p>
          <div className={classes.row}>
            <Button onClick={keepMine}>Keep my changes</Button>
            <Button look="quiet" onClick={takeTheirs}>
              Use their version
            </Button>
          </div>
        </Alert>
      )}
    </>
  );
}

function saveText(
  { post, status, values, hasChanges, isPending, error, hasFailed, isRejected, errors, theirs }: EditedPost,
  supportEmail: string,
) {
  if (isPending) return 'Saving…';
  if (theirs) return 'Not saved: someone else saved this post first.';
  if (hasChanges && hasFailed && isResponseLost(error))
    return 'We don’t know if this was saved: the server stopped during the first save. Save it again. If the list of posts then shows this post twice, delete the older one.';
  if (hasChanges && hasFailed && !errors.base && Object.keys(errors).length > 0)
    return 'Not saved: check the marked fields.';
  if (hasChanges && isRejected && error instanceof ApiError)
    return `Not saved: ${errorMessages(error, { supportEmail }).join(' ')}`;
  if (hasChanges && hasFailed) {
    const isBusy = error instanceof ApiError && [409, 429].includes(error.status);
    const reason = isBusy ? 'the server is busy' : 'we couldn’t reach the server';
    return status === 'published'
      ? `Not saved: ${reason}. Please try again.`
      : `Not saved yet: ${reason}. We’ll keep trying.`;
  }
  if (hasChanges && !isComplete(values)) return 'Not saved yet: a post needs a title and text.';
  if (hasChanges)
    return status === 'published' ? 'Unsaved changes. Readers still see the published version.' : 'Not saved yet.';
  return post ? `Saved on ${formatInstant(post.updated_at)}.` : 'Nothing to save yet.';
}

const PREVIEW_DELAY_MS = 400;

/** The text as readers will see it, rendered and sanitized by the server. */
function BodyPreview({ body }: { body: string }) {
  const [debouncedBody] = useDebouncedValue(body, PREVIEW_DELAY_MS);
  const { data } = useQuery({ ...previewQuery(debouncedBody), enabled: debouncedBody.trim() !== '' });
  const isEmpty = body.trim() === '';
  return (
    <section className={classes.preview} aria-label="Preview">
      <p className={classes.muted}>Preview{!isEmpty && data && ` · ${readingTimeText(data.reading_minutes)}`}</p>
      {isEmpty || !data ? (
        <div className={classes.paper}>
          <p className={classes.muted}>Your text appears here.</p>
        </div>
      ) : (
        <div
          className={classes.paper}
          // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable region must be reachable by keyboard
          tabIndex={0}
          // biome-ignore lint/security/noDangerouslySetInnerHtml: the server has sanitized it
          dangerouslySetInnerHTML={{ __html: data.body_html }}
        />
      )}
    </section>
  );
}

/** Schedules, publishes, or unpublishes the post. Each step also saves unsaved changes. */
function PublishPanel({ edited }: { edited: EditedPost }) {
  const { post, status, canSend, publish, isPending, errors } = edited;
  const [publishAt, setPublishAt] = useState('');
  const confirmUnpublish = () =>
    confirmDialog({
      title: 'Unpublish this post?',
      text: 'It’ll become a draft again, and its link won’t work until you publish it.',
      confirm: 'Unpublish post',
      keep: 'Keep it published',
      onConfirm: () => publish(null),
    });
  return (
    <Panel title="Publish">
      <p>
        {status === 'draft' && 'Draft: only staff can see it.'}
        {status === 'scheduled' && post?.published_at && `Appears on ${formatInstant(post.published_at)}.`}
        {status === 'published' && post && (
          <>
            On the blog: <Link to={paths.blogPost(post)}>{post.title}</Link>
          </>
        )}
      </p>
      {status === 'published' ? (
        <div>
          <Button look="danger" busy={isPending} disabled={!canSend} onClick={confirmUnpublish}>
            Unpublish post
          </Button>
        </div>
      ) : (
        <div className={classes.row}>
          <Button busy={isPending} disabled={!canSend} onClick={() => publish('now')}>
            Publish post
          </Button>
          <Field
            type="datetime-local"
            label="Appears on"
            hint="Pacific Time"
            value={publishAt}
            onChange={({ currentTarget: { value } }) => setPublishAt(value)}
            error={messageFor('published_at', errors)}
          />
          <Button
            look="quiet"
            disabled={!canSend || publishAt === '' || isPending}
            onClick={() => publish(fromPacificInput(publishAt))}
          >
            Schedule post
          </Button>
          {status === 'scheduled' && (
            <Button look="quiet" disabled={!canSend || isPending} onClick={() => publish(null)}>
              Cancel schedule
            </Button>
          )}
        </div>
      )}
    </Panel>
  );
}

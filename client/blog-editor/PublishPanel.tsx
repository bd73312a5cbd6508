import { Button, TextInput } from '@mantine/core';
import { useState } from 'react';
import { fromPacificInput } from '#client/discounts/pacific-input.ts';
import { askFirst } from '#client/partners/parts/dialogs.tsx';
import { Panel } from '#client/partners/parts/Panel.tsx';
import { Link } from '#client/router.ts';
import { formatInstant } from '#shared/dates.ts';
import { paths } from '#shared/paths.ts';
import { messageFor } from './field-message.ts';
import classes from './PostEditor.module.css';
import { isComplete } from './post-values.ts';
import type { EditedPost } from './use-post.ts';

/** From draft to scheduled to published, and back. Each step also saves what was typed. */
export function PublishPanel({ edited }: { edited: EditedPost }) {
  const { post, status, values, save, isPending, theirs, errors } = edited;
  const [at, setAt] = useState('');
  const mayNot = !isComplete(values) || theirs !== null;
  const takeBack = () =>
    askFirst({
      title: 'Take the post off the blog?',
      text: 'It becomes a draft again. Its address works again once it is published.',
      confirm: 'Make it a draft',
      keep: 'Leave it there',
      onConfirm: () => save({ published_at: null }),
    });
  return (
    <Panel title="Publish">
      <p>
        {status === 'draft' && 'A draft: only staff see it.'}
        {status === 'scheduled' && post?.published_at && `Appears on ${formatInstant(post.published_at)}.`}
        {status === 'published' && post && (
          <>
            On the blog: <Link to={paths.blogPost(post)}>{post.title}</Link>
          </>
        )}
      </p>
      {status === 'published' ? (
        <div>
          <Button variant="default" c="var(--danger)" loading={isPending} onClick={takeBack}>
            Unpublish
          </Button>
        </div>
      ) : (
        <div className={classes.row}>
          <Button loading={isPending} disabled={mayNot} onClick={() => save({ published_at: 'now' })}>
            Publish now
          </Button>
          <TextInput
            type="datetime-local"
            label="Appears on"
            description="Pacific Time"
            value={at}
            onChange={({ currentTarget: { value } }) => setAt(value)}
            error={messageFor('published_at', errors)}
          />
          <Button
            variant="default"
            disabled={mayNot || at === '' || isPending}
            onClick={() => save({ published_at: fromPacificInput(at) })}
          >
            Schedule
          </Button>
          {status === 'scheduled' && (
            <Button variant="default" disabled={mayNot || isPending} onClick={() => save({ published_at: null })}>
              Back to draft
            </Button>
          )}
        </div>
      )}
    </Panel>
  );
}

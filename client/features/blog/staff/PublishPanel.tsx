import { Button, TextInput } from '@mantine/core';
import { useState } from 'react';
import { Link } from '#client/app/router.ts';
import { askFirst } from '#client/ui/app/dialogs.tsx';
import { Panel } from '#client/ui/app/Panel.tsx';
import { fromPacificInput } from '#client/ui/pacific-input.ts';
import { formatInstant } from '#shared/dates.ts';
import { paths } from '#shared/paths.ts';
import { messageFor } from './field-message.ts';
import classes from './PostEditor.module.css';
import type { EditedPost } from './use-post.ts';

/** From draft to scheduled to published, and back. Each step also saves what was typed. */
export function PublishPanel({ edited }: { edited: EditedPost }) {
  const { post, status, maySend, publish, isPending, errors } = edited;
  const [at, setAt] = useState('');
  const takeBack = () =>
    askFirst({
      title: 'Take the post off the blog?',
      text: 'It becomes a draft again. Its address works again once it is published.',
      confirm: 'Make it a draft',
      keep: 'Leave it there',
      onConfirm: () => publish(null),
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
          <Button variant="default" c="var(--danger)" loading={isPending} disabled={!maySend} onClick={takeBack}>
            Unpublish
          </Button>
        </div>
      ) : (
        <div className={classes.row}>
          <Button loading={isPending} disabled={!maySend} onClick={() => publish('now')}>
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
            disabled={!maySend || at === '' || isPending}
            onClick={() => publish(fromPacificInput(at))}
          >
            Schedule
          </Button>
          {status === 'scheduled' && (
            <Button variant="default" disabled={!maySend || isPending} onClick={() => publish(null)}>
              Back to draft
            </Button>
          )}
        </div>
      )}
    </Panel>
  );
}

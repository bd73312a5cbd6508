import { Textarea, TextInput } from '@mantine/core';
import { Panel } from '#client/ui/app/Panel.tsx';
import type { Blog } from '#shared/blog.ts';
import { BodyField } from './BodyField.tsx';
import { BodyPreview } from './BodyPreview.tsx';
import { messageFor } from './field-message.ts';
import { PostAbout } from './PostAbout.tsx';
import classes from './PostEditor.module.css';
import { PublishPanel } from './PublishPanel.tsx';
import { SaveLine } from './SaveLine.tsx';
import { usePost } from './use-post.ts';

type Props = { initial: Blog | null; onCreated: (id: number) => void };

export function PostEditor({ initial, onCreated }: Props) {
  const edited = usePost(initial, onCreated);
  const { values, change, errors } = edited;
  return (
    <>
      <SaveLine edited={edited} />
      <Panel title="Text">
        <TextInput
          label="Title"
          size="md"
          maxLength={200}
          value={values.title}
          onChange={({ currentTarget: { value } }) => change({ title: value })}
          error={messageFor('title', errors)}
        />
        <Textarea
          label="Summary"
          description="Stands in lists, in feeds, and under the title."
          maxLength={500}
          autosize
          minRows={2}
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

import { Button, TextInput } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useApiForm } from '#client/api/use-api-form.ts';
import { changedFields } from '#client/ui/app/changed-fields.ts';
import { FactList } from '#client/ui/app/FactList.tsx';
import { Panel } from '#client/ui/app/Panel.tsx';
import type { Newsletter } from '#shared/newsletters.ts';
import { NEWSLETTERS, saveNewsletter } from './api.ts';
import classes from './NewsletterWords.module.css';

/** What readers see in their inbox; fixed once the newsletter is closed. */
export const NewsletterWords = ({ newsletter }: { newsletter: Newsletter }) => (
  <Panel title="In the inbox">
    {newsletter.status === 'draft' ? (
      <WordsForm newsletter={newsletter} />
    ) : (
      <FactList
        facts={[
          ['Subject', newsletter.subject || 'none'],
          ['Preheader', newsletter.preheader || 'none'],
        ]}
      />
    )}
  </Panel>
);

function WordsForm({ newsletter: { id, subject, preheader } }: { newsletter: Newsletter }) {
  const client = useQueryClient();
  const { form, onSubmit, busy } = useApiForm({
    initialValues: { subject, preheader },
    submit: (values, before) => saveNewsletter(id, changedFields(before, values)),
    success: 'The newsletter was saved.',
    onSuccess: () => void client.invalidateQueries({ queryKey: NEWSLETTERS }),
  });
  return (
    <form onSubmit={onSubmit} className={classes.form}>
      <TextInput
        label="Subject"
        description="Left empty, it is made from the deals when the newsletter closes."
        maxLength={150}
        {...form.getInputProps('subject')}
      />
      <TextInput
        label="Preheader"
        description="The words after the subject. Left empty, the first three titles."
        maxLength={200}
        {...form.getInputProps('preheader')}
      />
      <div>
        <Button type="submit" loading={busy} disabled={!form.isDirty()}>
          Save
        </Button>
      </div>
    </form>
  );
}

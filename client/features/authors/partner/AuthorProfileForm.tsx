import { Button, Group, Stack, Textarea, TextInput } from '@mantine/core';
import type { ReactNode } from 'react';
import * as z from 'zod';
import { useApiForm } from '#client/api/use-api-form.ts';
import { Panel } from '#client/ui/app/Panel.tsx';
import { Button as LinkButton } from '#client/ui/Button.tsx';
import { type Author, AuthorInput } from '#shared/authors.ts';
import { paths } from '#shared/paths.ts';
import { AuthorProfilePreview } from './AuthorProfilePreview.tsx';
import classes from './AuthorProfiles.module.css';
import { AUTHOR_LINKS, type AuthorValues, authorBody, authorValues } from './author-form.ts';

const schema = z.preprocess((values) => authorBody(values as AuthorValues), AuthorInput);

type Props = {
  author?: Author;
  submit: (values: AuthorValues, before: AuthorValues) => Promise<Author>;
  success: string;
  onSaved: (author: Author) => void;
  /** Where the photo is chosen. */
  photo?: ReactNode;
};

export function AuthorProfileForm({ author, submit, success, onSaved, photo }: Props) {
  const { form, onSubmit, busy } = useApiForm({
    initialValues: authorValues(author),
    schema,
    submit,
    success,
    onSuccess: onSaved,
  });
  return (
    <div className={classes.columns}>
      <form onSubmit={onSubmit} noValidate>
        <Stack gap="md">
          <TextInput
            label="Name"
            description="As on the books"
            required
            withAsterisk={false}
            size="md"
            {...form.getInputProps('name')}
          />
          <Textarea
            label="About the author"
            description="A few lines for readers. An empty line starts a new paragraph."
            autosize
            minRows={5}
            maxRows={16}
            size="md"
            {...form.getInputProps('bio')}
          />
          {AUTHOR_LINKS.map(({ field, label, placeholder }) => (
            <TextInput
              key={field}
              label={label}
              placeholder={placeholder}
              inputMode="url"
              size="md"
              {...form.getInputProps(field)}
            />
          ))}
          <Group>
            <Button type="submit" size="md" loading={busy}>
              {author ? 'Save profile' : 'Add profile'}
            </Button>
            <LinkButton to={paths.authorProfiles()} look="quiet">
              Back to the profiles
            </LinkButton>
          </Group>
        </Stack>
      </form>
      <div className={classes.preview}>
        {photo}
        <Panel title="What readers see" {...(photo ? {} : { lead: 'You can add a photo once the profile is there.' })}>
          <AuthorProfilePreview
            author={{ id: 0, slug: '', photo_url: author?.photo_url ?? null, ...form.getValues() }}
          />
        </Panel>
      </div>
    </div>
  );
}

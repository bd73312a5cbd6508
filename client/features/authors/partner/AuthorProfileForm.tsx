import { Button, Group, Stack, Textarea, TextInput } from '@mantine/core';
import type { ReactNode } from 'react';
import * as z from 'zod';
import { useApiForm } from '#client/api/use-api-form.ts';
import { AuthorPhoto } from '#client/ui/AuthorPhoto.tsx';
import { Panel } from '#client/ui/app/Panel.tsx';
import { Button as LinkButton } from '#client/ui/Button.tsx';
import { Paragraphs } from '#client/ui/Paragraphs.tsx';
import { type Author, AuthorInput } from '#shared/authors.ts';
import { paths } from '#shared/paths.ts';
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

/** The author's box as it stands on their public page. */
function AuthorProfilePreview({ author }: { author: Author }) {
  const name = author.name.trim() || 'Name';
  const links = AUTHOR_LINKS.filter(({ field }) => author[field]?.trim());
  return (
    <>
      <div className={classes.face}>
        <AuthorPhoto author={{ ...author, name }} size={72} />
        <h3>{name}</h3>
      </div>
      <Paragraphs text={author.bio || 'What you write about the author stands here.'} />
      {links.length > 0 && <p className={classes.links}>{links.map(({ label }) => label).join(' · ')}</p>}
    </>
  );
}

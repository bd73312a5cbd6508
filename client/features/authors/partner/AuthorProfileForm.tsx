import type { ReactNode } from 'react';
import * as z from 'zod';
import { useApiForm } from '#client/api/use-api-form.ts';
import { AuthorPhoto } from '#client/ui/AuthorPhoto.tsx';
import { Panel } from '#client/ui/app/Panel.tsx';
import { Button } from '#client/ui/Button.tsx';
import { Field, TextField } from '#client/ui/Field.tsx';
import { Paragraphs } from '#client/ui/Paragraphs.tsx';
import { Row, Stack } from '#client/ui/Stack.tsx';
import { type Author, AuthorInput } from '#shared/authors.ts';
import { paths } from '#shared/paths.ts';
import classes from './AuthorProfiles.module.css';
import { AUTHOR_LINK_FIELDS, type AuthorValues, authorBody, authorValues } from './author-form.ts';

const schema = z.preprocess((values) => authorBody(values as AuthorValues), AuthorInput);

type Props = {
  author?: Author;
  submit: (values: AuthorValues, before: AuthorValues) => Promise<Author>;
  success: string;
  onSaved: (author: Author) => void;
  /** The panel to choose the photo. */
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
        <Stack>
          <Field label="Name" hint="As it appears on the books" required {...form.getInputProps('name')} />
          <TextField
            label="About the author"
            hint="A few lines for readers. An empty line starts a new paragraph."
            rows={5}
            {...form.getInputProps('bio')}
          />
          {AUTHOR_LINK_FIELDS.map(({ field, label, placeholder }) => (
            <Field key={field} label={label} placeholder={placeholder} inputMode="url" {...form.getInputProps(field)} />
          ))}
          <Row>
            <Button type="submit" busy={busy}>
              {author ? 'Save profile' : 'Add author profile'}
            </Button>
            <Button to={paths.authorProfiles()} look="quiet">
              Back to author profiles
            </Button>
          </Row>
        </Stack>
      </form>
      <div className={classes.preview}>
        {photo}
        <Panel title="Preview" {...(photo ? {} : { lead: 'You can add a photo after you create the profile.' })}>
          <AuthorProfilePreview
            author={{ id: 0, slug: '', photo_url: author?.photo_url ?? null, ...form.getValues() }}
          />
        </Panel>
      </div>
    </div>
  );
}

/** A short form of the author's public page: photo, name, bio, and the names of the linked sites. */
function AuthorProfilePreview({ author }: { author: Author }) {
  const name = author.name.trim() || 'Name';
  const links = AUTHOR_LINK_FIELDS.filter(({ field }) => author[field]?.trim());
  return (
    <>
      <Row gap="m">
        <AuthorPhoto author={{ ...author, name }} size={72} />
        <h3>{name}</h3>
      </Row>
      <Paragraphs text={author.bio || 'What you write about the author appears here.'} />
      {links.length > 0 && <p className={classes.links}>{links.map(({ label }) => label).join(' · ')}</p>}
    </>
  );
}

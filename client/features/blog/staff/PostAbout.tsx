import { Button, FileButton, NativeSelect, TagsInput, TextInput } from '@mantine/core';
import { useMutation, useQuery } from '@tanstack/react-query';
import { Panel } from '#client/ui/app/Panel.tsx';
import type { FieldErrors } from '#shared/errors.ts';
import { blogCategoriesQuery, tagNamesQuery, uploadPicture } from './api.ts';
import classes from './PostEditor.module.css';
import { messageFor, type PostValues } from './post-values.ts';

type Props = { values: PostValues; change: (part: Partial<PostValues>) => void; errors: FieldErrors };

/** Where the post belongs, what it is called in its address, and its picture. */
export function PostAbout({ values, change, errors }: Props) {
  const { data: categories = [] } = useQuery(blogCategoriesQuery);
  const { data: tags = [] } = useQuery(tagNamesQuery);
  return (
    <Panel title="About the post">
      <div className={classes.about}>
        <NativeSelect
          label="Category"
          value={values.blog_category_id ?? ''}
          onChange={({ currentTarget: { value } }) => change({ blog_category_id: value ? Number(value) : null })}
          data={[
            { value: '', label: 'None' },
            ...categories.map(({ id, name }) => ({ value: String(id), label: name })),
          ]}
          error={messageFor('blog_category_id', errors)}
        />
        <TagsInput
          label="Tags"
          description="Enter makes a tag of what you typed."
          data={tags}
          value={values.tag_names}
          onChange={(tag_names) => change({ tag_names })}
          maxTags={20}
          acceptValueOnBlur
          comboboxProps={{ withinPortal: false }}
          error={messageFor('tag_names', errors)}
        />
        <TextInput
          label="Address"
          description="The end of /blog/…/; empty: made of the title."
          maxLength={80}
          value={values.slug}
          onChange={({ currentTarget: { value } }) => change({ slug: value })}
          error={messageFor('slug', errors)}
        />
        <HeroField hero={values.hero} onChange={(hero) => change({ hero })} error={messageFor('hero', errors)} />
      </div>
    </Panel>
  );
}

type HeroProps = { hero: string; onChange: (hero: string) => void; error: string | null };

function HeroField({ hero, onChange, error }: HeroProps) {
  const upload = useMutation({ mutationFn: uploadPicture, onSuccess: onChange });
  return (
    <div className={classes.hero}>
      <div className={classes.row}>
        <TextInput
          label="Picture above the text"
          description="Upload one, or name a picture of this site."
          placeholder="/media/photos/…"
          maxLength={500}
          value={hero}
          onChange={({ currentTarget: { value } }) => onChange(value)}
          error={error}
        />
        <FileButton accept="image/jpeg,image/png,image/webp" onChange={(file) => file && upload.mutate(file)}>
          {(props) => (
            <Button {...props} variant="default" loading={upload.isPending}>
              Upload a picture
            </Button>
          )}
        </FileButton>
      </div>
      {/^\/(?!\/)/.test(hero) && <img src={hero} alt="" />}
    </div>
  );
}

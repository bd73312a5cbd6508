import { useMutation, useQuery } from '@tanstack/react-query';
import { FileButton } from '#client/ui/app/FileButton.tsx';
import { Panel } from '#client/ui/app/Panel.tsx';
import { TagsField } from '#client/ui/app/Picker.tsx';
import { Field } from '#client/ui/Field.tsx';
import { SelectField } from '#client/ui/SelectField.tsx';
import { Row } from '#client/ui/Stack.tsx';
import type { FieldErrors } from '#shared/errors.ts';
import { blogCategoriesQuery, tagNamesQuery, uploadPicture } from './api.ts';
import classes from './PostEditor.module.css';
import { messageFor, type PostValues } from './post-values.ts';

type Props = { values: PostValues; change: (part: Partial<PostValues>) => void; errors: FieldErrors };

/** The post's category, tags, URL slug, and header image. */
export function PostAbout({ values, change, errors }: Props) {
  const { data: categories = [] } = useQuery(blogCategoriesQuery);
  const { data: tags = [] } = useQuery(tagNamesQuery);
  return (
    <Panel title="About the post">
      <div className={classes.about}>
        <SelectField
          label="Category"
          value={values.blog_category_id ?? ''}
          onChange={({ currentTarget: { value } }) => change({ blog_category_id: value ? Number(value) : null })}
          options={[
            { value: '', label: 'None' },
            ...categories.map(({ id, name }) => ({ value: String(id), label: name })),
          ]}
          error={messageFor('blog_category_id', errors)}
        />
        <TagsField
          label="Tags"
          hint="Press Enter to add a tag."
          data={tags}
          value={values.tag_names}
          onChange={(tag_names) => change({ tag_names })}
          maxTags={20}
          error={messageFor('tag_names', errors)}
        />
        <Field
          label="URL slug"
          hint="The last part of the URL (/blog/…). Leave it empty to generate it from the title."
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
      <Row alignsWithField>
        <Field
          label="Header image"
          hint="Upload one, or enter the path of an image on this site, such as /media/photos/1.webp."
          placeholder="/media/photos/…"
          maxLength={500}
          value={hero}
          onChange={({ currentTarget: { value } }) => onChange(value)}
          error={error}
        />
        <FileButton accept="image/jpeg,image/png,image/webp" onPick={upload.mutate} busy={upload.isPending}>
          Upload image
        </FileButton>
      </Row>
      {/^\/(?!\/)/.test(hero) && <img src={hero} alt="" />}
    </div>
  );
}

import { AuthorPhoto } from '#client/ui/AuthorPhoto.tsx';
import { Paragraphs } from '#client/ui/Paragraphs.tsx';
import type { Author } from '#shared/authors.ts';
import classes from './AuthorProfiles.module.css';
import { AUTHOR_LINKS } from './author-form.ts';

/** The author's box as it stands on their public page. */
export function AuthorProfilePreview({ author }: { author: Author }) {
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

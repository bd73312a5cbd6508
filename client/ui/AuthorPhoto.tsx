import type { Author } from '#shared/authors.ts';
import classes from './AuthorPhoto.module.css';

/** The author's photo, or their initial. It's hidden from screen readers, because the name is always beside it. */
export const AuthorPhoto = ({ author, size }: { author: Author; size: number }) =>
  author.photo_url ? (
    <img className={classes.photo} src={author.photo_url} alt="" width={size} height={size} loading="lazy" />
  ) : (
    <span className={classes.initial} style={{ width: size, height: size, fontSize: size * 0.45 }} aria-hidden="true">
      {[...author.name][0]}
    </span>
  );

import { Link } from '#client/app/router.ts';
import { AuthorPhoto } from '#client/ui/AuthorPhoto.tsx';
import type { Author } from '#shared/authors.ts';
import { paths } from '#shared/paths.ts';
import classes from './AuthorBox.module.css';

export const AuthorBox = ({ author }: { author: Author }) => (
  <section className={classes.box} aria-labelledby="author">
    <AuthorPhoto author={author} size={88} />
    <div>
      <h2 id="author">About {author.name}</h2>
      {author.bio && <p className={classes.bio}>{author.bio}</p>}
      <p>
        <Link to={paths.author(author)}>All books by {author.name}</Link>
      </p>
    </div>
  </section>
);

import { Link } from '#client/app/router.ts';
import { Button } from '#client/ui/Button.tsx';
import { Cover } from '#client/ui/Cover.tsx';
import { Marked } from '#client/ui/Marked.tsx';
import type { Book } from '#shared/books.ts';
import { paths } from '#shared/paths.ts';
import { pagesText, ratingText } from '../book-facts.ts';
import classes from './UserBooks.module.css';

export const UserBookRow = ({ book, words }: { book: Book; words: string }) => (
  <li className={classes.row}>
    <Cover src={book.cover_url} alt="" width={56} />
    <div>
      <h2 className={classes.title}>
        <Link to={paths.userBook(book.id)}>
          <Marked text={book.title} words={words} />
        </Link>
      </h2>
      <p>
        {book.author_name ? <Marked text={book.author_name} words={words} /> : 'No author profile'} ·{' '}
        {book.partner?.name}
      </p>
      <p className={classes.muted}>
        {[book.status, book.category?.name, ratingText(book), pagesText(book)].filter(Boolean).join(' · ')}
      </p>
    </div>
    <div>
      <Button to={paths.userBookEdit(book.id)} look="quiet">
        Edit
        <span className="visually-hidden"> {book.title}</span>
      </Button>
    </div>
  </li>
);

import { Link } from '#client/app/router.ts';
import { Button } from '#client/ui/Button.tsx';
import { Cover } from '#client/ui/Cover.tsx';
import { Marked } from '#client/ui/Marked.tsx';
import type { Book } from '#shared/books.ts';
import { paths } from '#shared/paths.ts';
import classes from './PartnerBooks.module.css';

const STATUSES: Record<NonNullable<Book['status']>, string> = {
  active: 'Active',
  draft: 'Draft',
  archived: 'Archived',
};

export const PartnerBookRow = ({ book, words }: { book: Book; words: string }) => (
  <li className={classes.row}>
    <Cover src={book.cover_url} alt="" width={56} />
    <div className={classes.text}>
      <h2>
        <Link to={paths.partnerBook(book.id)}>
          <Marked text={book.title} words={words} />
        </Link>
      </h2>
      <p>
        {book.author_name ? <Marked text={book.author_name} words={words} /> : 'No author profile'}
        {book.series && (
          <>
            {' · '}
            <Marked text={book.series} words={words} />
          </>
        )}
      </p>
      <p className={classes.muted}>
        {book.category?.name} · {STATUSES[book.status ?? 'active']}
      </p>
    </div>
    <div className={classes.actions}>
      {book.status === 'active' && <Button to={paths.partnerPromotionNew(book.id)}>Promote</Button>}
      <Button to={paths.partnerBookEdit(book.id)} look="quiet">
        Edit
      </Button>
    </div>
  </li>
);

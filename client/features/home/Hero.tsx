import { Button } from '#client/ui/Button.tsx';
import type { CardBook } from '#client/ui/card-book.ts';
import { smallerOf } from '#client/ui/smaller-cover.ts';
import { paths } from '#shared/paths.ts';
import classes from './Hero.module.css';

/** The first screen: what this is, and the covers of today's best deals. */
export const Hero = ({ books }: { books: readonly CardBook[] }) => (
  <div className={classes.hero}>
    <div className={classes.inner}>
      <div className={classes.text}>
        <h1>A good book tonight, free or nearly.</h1>
        <p className={classes.lead}>
          Authors lower their prices for a few days. Our editors pick the ones worth your evening, and tell you which
          store has them.
        </p>
        <div className={classes.actions}>
          <Button to={paths.deals()}>See today’s deals</Button>
          <Button to={paths.deals(true)} look="quiet">
            Free ebooks
          </Button>
        </div>
      </div>
      {books.length >= 3 && (
        <div className={classes.covers} aria-hidden="true">
          {books.slice(0, 5).map((book) => (
            <img
              key={book.id}
              src={book.cover_url}
              {...smallerOf(book.cover_url, '(max-width: 48rem) 8rem, 13rem')}
              alt=""
              width={200}
              height={300}
            />
          ))}
        </div>
      )}
    </div>
  </div>
);

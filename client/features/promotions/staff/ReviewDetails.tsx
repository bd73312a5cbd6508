import { Link } from '#client/app/router.ts';
import { bookFacts } from '#client/features/books/book-facts.ts';
import { FactList } from '#client/ui/app/FactList.tsx';
import { paths } from '#shared/paths.ts';
import type { Promotion } from '#shared/promotions.ts';
import { BookWords } from './BookWords.tsx';
import { ChangedAfterApproval } from './ChangedAfterApproval.tsx';
import { Conversation } from './Conversation.tsx';
import { DecisionBar } from './DecisionBar.tsx';
import { History } from './History.tsx';
import { LastPromotion } from './LastPromotion.tsx';
import { dealFacts } from './promotion-facts.ts';
import classes from './ReviewDetails.module.css';
import { RuleVerdicts } from './RuleVerdicts.tsx';
import { ThatDate } from './ThatDate.tsx';
import type { Review } from './use-review.ts';

/** What staff look at before they decide. */
export function ReviewDetails({ promotion, review }: { promotion: Promotion; review: Review }) {
  const { book, partner } = promotion;
  return (
    <div className={classes.details}>
      <DecisionBar
        promotion={promotion}
        date={review.dates[promotion.id] ?? ''}
        onDate={(date) => review.chooseDate(promotion.id, date)}
        onApprove={() => review.approve(promotion)}
        onAcceptChanges={() => review.acceptChanges(promotion)}
        onAsk={(question) => review.ask(question, promotion, review.dates[promotion.id])}
        withKeys
      />
      <ChangedAfterApproval promotion={promotion} />
      <Conversation promotion={promotion} />
      {book && <BookWords book={book} blurb={promotion.blurb_override} />}
      <FactList facts={[...dealFacts(promotion), ...(book ? bookFacts(book) : [])]} />
      <div className={classes.columns}>
        <RuleVerdicts promotion={promotion} heading="h4" />
        <ThatDate promotion={promotion} heading="h4" />
        <LastPromotion promotion={promotion} heading="h4" />
      </div>
      <section className={classes.history} aria-label="History">
        <h4>History</h4>
        <div className={classes.columns}>
          <History promotion={promotion} heading="h5" />
        </div>
      </section>
      <p className={classes.links}>
        <Link to={paths.userPromotion(promotion.id)}>Everything about this promotion</Link>
        <Link to={paths.userBook(promotion.book_id)}>The book</Link>
        {partner && <a href={`mailto:${partner.email}`}>{partner.email}</a>}
      </p>
    </div>
  );
}

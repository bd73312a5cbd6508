import { useDeferredValue } from 'react';
import { Link } from '#client/app/router.ts';
import { bookFacts } from '#client/features/books/book-facts.ts';
import { PartnerNotes } from '#client/features/partners/staff/PartnerNotes.tsx';
import { FactList } from '#client/ui/app/FactList.tsx';
import { Cover } from '#client/ui/Cover.tsx';
import { paths } from '#shared/paths.ts';
import type { Promotion } from '#shared/promotions.ts';
import { needsApproval } from './approval.ts';
import { ChargePanel } from './ChargePanel.tsx';
import { DecisionBar } from './DecisionBar.tsx';
import { EntryEvidence, StoreEvidence } from './Evidence.tsx';
import { History, OwnHistory, useEvents } from './History.tsx';
import { PartnerRecordPanel } from './PartnerRecordPanel.tsx';
import { PriceWatchSection } from './PriceWatchSection.tsx';
import { dealFacts } from './promotion-facts.ts';
import { LastPromotion, RuleVerdicts, SameDayPromotions } from './ReviewContext.tsx';
import classes from './ReviewDetails.module.css';
import { BookTexts, ChangedAfterApproval, Conversation, Description, PromotionSummary } from './ReviewParts.tsx';
import { ClaimBanner, DepartedBanner, Refusal, TeamLine } from './Team.tsx';
import { DETAILS_ID } from './use-live-queue.ts';
import { DETAILS_TITLE_ID, type Review } from './use-review.ts';

/** The right pane: everything staff need for a decision, and the decisions below it. */
export function ReviewDetails({ promotion, review }: { promotion: Promotion; review: Review }) {
  const { book } = promotion;
  const refusal = review.refusalOf(promotion);
  const isChanged = promotion.changed_since_review !== null;
  // `Evidence` is rendered after the rest and the decisions are painted, so that keys respond right away.
  const showsEvidence = useDeferredValue(true, false);
  return (
    <article id={DETAILS_ID} className={classes.details} aria-labelledby={DETAILS_TITLE_ID}>
      <div className={classes.body}>
        <ClaimBanner promotion={promotion} review={review} />
        <DepartedBanner review={review} />
        {refusal !== null && !review.departed && <Refusal promotion={promotion} text={refusal} />}
        <Head promotion={promotion} review={review} />
        <ChangedAfterApproval promotion={promotion} />
        {isChanged && <People promotion={promotion} review={review} />}
        <Conversation promotion={promotion} events={useEvents(promotion.id).data} />
        <ChargePanel promotion={promotion} />
        {book && (
          <StoreEvidence
            promotion={promotion}
            book={book}
            isFetching={review.price.isPending}
            onRefresh={() => review.price.mutate(promotion)}
          />
        )}
        {showsEvidence && <Evidence promotion={promotion} />}
      </div>
      <div className={classes.bar}>
        <DecisionBar
          promotion={promotion}
          date={review.dates[promotion.id] ?? ''}
          onDate={(date) => review.chooseDate(promotion.id, date)}
          onApprove={() => review.approve(promotion)}
          warning={review.approvalWarning(promotion)}
          onAcceptChanges={() => review.acceptChanges(promotion)}
          onCharge={() => review.decide(promotion, { kind: 'charge' })}
          bulkKeys={review.bulk.canDecide ? 'ar' : ''}
          onAsk={(kind) => review.ask(kind, promotion, review.dates[promotion.id])}
        />
      </div>
    </article>
  );
}

/** More evidence, from the entry or the book's texts to the history, and links. */
function Evidence({ promotion }: { promotion: Promotion }) {
  const { book, partner } = promotion;
  const needsDecision = needsApproval(promotion);
  return (
    <>
      {book &&
        (needsDecision ? (
          <>
            <EntryEvidence promotion={promotion} book={book} />
            <Description book={book} />
          </>
        ) : (
          <BookTexts book={book} blurb={promotion.blurb_override} />
        ))}
      <PriceWatchSection promotion={promotion} />
      <FactList facts={[...dealFacts(promotion), ...(book ? bookFacts(book) : [])]} />
      <div className={classes.columns}>
        {needsDecision && <RuleVerdicts promotion={promotion} heading="h3" />}
        <SameDayPromotions promotion={promotion} heading="h3" />
        <LastPromotion promotion={promotion} heading="h3" />
      </div>
      <PartnerRecordPanel promotion={promotion} />
      <section className={classes.part} aria-label="Internal notes">
        <h3>Internal notes</h3>
        <PartnerNotes partner_id={promotion.partner_id} promotion_id={promotion.id} />
      </section>
      <section className={classes.part} aria-label="History">
        <h3>History</h3>
        <div className={classes.columns}>
          <OwnHistory promotion={promotion} heading="h4" />
          <History promotion={promotion} heading="h4" />
        </div>
      </section>
      <p className={classes.links}>
        <Link to={paths.userPromotion(promotion.id)}>Everything about this promotion</Link>
        <Link to={paths.userBook(promotion.book_id)}>The book</Link>
        {partner && <a href={`mailto:${partner.email}`}>{partner.email}</a>}
      </p>
    </>
  );
}

type PartProps = { promotion: Promotion; review: Review };

/** The title and the main facts; without the cover if the promotion was changed, because its changes follow below. */
function Head({ promotion, review }: PartProps) {
  const { book, changed_since_review } = promotion;
  const isChanged = changed_since_review !== null;
  return (
    <div className={isChanged ? undefined : classes.head}>
      {book && !isChanged && <Cover key={book.id} src={book.cover_url} alt="" width={150} eager />}
      <div className={classes.words}>
        <h2 id={DETAILS_TITLE_ID} className={classes.title} tabIndex={-1}>
          {book?.title ?? `Promotion ${promotion.id}`}
        </h2>
        <PromotionSummary promotion={promotion} />
        {!isChanged && <People promotion={promotion} review={review} />}
      </div>
    </div>
  );
}

/** The partner, and the editors who look at the promotion. */
const People = ({ promotion, review }: PartProps) => (
  <div className={classes.people}>
    {promotion.partner && (
      <p className={classes.muted}>
        <Link to={paths.userPartner(promotion.partner.id)}>{promotion.partner.name}</Link>
      </p>
    )}
    <TeamLine promotion={promotion} review={review} />
  </div>
);

import { useQuery } from '@tanstack/react-query';
import { type ComponentProps, useState } from 'react';
import { Link } from '#client/app/router.ts';
import { bookFacts } from '#client/features/books/book-facts.ts';
import { PartnerNotes } from '#client/features/partners/staff/PartnerNotes.tsx';
import { FactList } from '#client/ui/app/FactList.tsx';
import { pressCommand, shortcutAttributes, useKeys } from '#client/ui/app/keys.ts';
import { Panel } from '#client/ui/app/Panel.tsx';
import { QueryBoundary } from '#client/ui/app/QueryBoundary.tsx';
import { Button } from '#client/ui/Button.tsx';
import { Cover } from '#client/ui/Cover.tsx';
import { Skeleton } from '#client/ui/Skeletons.tsx';
import { Row, Stack } from '#client/ui/Stack.tsx';
import { paths } from '#shared/paths.ts';
import type { Promotion } from '#shared/promotions.ts';
import { ClicksChart } from '../ClicksChart.tsx';
import { ClicksTables } from '../ClicksTables.tsx';
import { PromotionTimeline } from '../PromotionTimeline.tsx';
import { type Decision, fetchPromotionClicks } from './api.ts';
import { needsApproval } from './approval.ts';
import { ChargePanel } from './ChargePanel.tsx';
import { CorrectStoreLink } from './CorrectStoreLink.tsx';
import { canCharge } from './confirm-charge.ts';
import { DecisionBar } from './DecisionBar.tsx';
import { DecisionDialog } from './DecisionDialog.tsx';
import { ACTION_OF, type FormDecision, PENDING_TEXTS } from './decision-forms.ts';
import { EntryEvidence, StoreEvidence } from './Evidence.tsx';
import { showsEntry } from './evidence.ts';
import { HeldClicksPanel } from './HeldClicksPanel.tsx';
import { ACTORS, History } from './History.tsx';
import { UNDO_KEYS, UndoKey } from './Key.tsx';
import { PartnerRecordPanel } from './PartnerRecordPanel.tsx';
import { PriceWatchSection } from './PriceWatchSection.tsx';
import { PromotionForm } from './PromotionForm.tsx';
import classes from './PromotionRecord.module.css';
import { clickFacts, dateFacts, dealFacts, outcomeText } from './promotion-facts.ts';
import { LastPromotion, RuleVerdicts, SameDayPromotions } from './ReviewContext.tsx';
import { BookTexts, ChangedAfterApproval, Conversation, PromotionSummary } from './ReviewParts.tsx';
import { REVIEW_KEYS } from './review-keys.ts';
import { SecondsLeft } from './SecondsLeft.tsx';
import { ClaimBanner, Refusal, TeamLine, TeamNotice } from './Team.tsx';
import { UndoTimeChoice } from './UndoTimeChoice.tsx';
import { useApprovalWarning } from './use-approval-warning.ts';
import { DETAILS_ID } from './use-live-queue.ts';
import { useRecordReview } from './use-record-review.ts';
import { useRefreshPrice } from './use-refresh-price.ts';
import { openStoreCommands } from './use-review.ts';

export function PromotionRecord({ promotion }: { promotion: Promotion }) {
  const review = useRecordReview(promotion);
  const { book, actions, events = [] } = promotion;
  const price = useRefreshPrice();
  useKeys({
    title: 'This promotion',
    table: REVIEW_KEYS,
    commands: {
      approve: pressCommand('a'),
      reject: pressCommand('r'),
      feedback: pressCommand('f'),
      cancel: pressCommand('c'),
      charge: pressCommand('h'),
      refund: pressCommand('d'),
      ...openStoreCommands(promotion),
      price: pressCommand('p'),
      undo: pressCommand('u'),
    },
    settings: <UndoTimeChoice onChoose={review.chooseUndoSeconds} />,
  });
  return (
    <article id={DETAILS_ID} className={classes.record}>
      <PromotionHead promotion={promotion} />
      <ClaimBanner promotion={promotion} review={review} />
      {review.refusal && <Refusal {...review.refusal} />}
      <TeamLine promotion={promotion} review={review} />
      <div className={classes.columns}>
        <Stack>
          <DecisionPanel
            promotion={promotion}
            busy={review.isSending}
            staged={review.staged?.decision ?? null}
            endsAt={review.endsAt}
            undo={review.undo}
            onDecide={review.decide}
            onAsk={review.ask}
          />
          <ChargePanel promotion={promotion} />
          {book && (
            <Panel title="At the stores">
              <StoreEvidence
                promotion={promotion}
                book={book}
                isFetching={price.isPending}
                onRefresh={() => price.mutate(promotion)}
              />
            </Panel>
          )}
          {book && showsEntry(promotion) && (
            <Panel title="The entry">
              <EntryEvidence promotion={promotion} book={book} />
            </Panel>
          )}
          <Panel title="The deal">
            <FactList facts={dealFacts(promotion)} />
            <PriceWatchSection promotion={promotion} />
            <Conversation promotion={promotion} events={events} />
            <CorrectStoreLink promotion={promotion} />
            {book && <BookTexts book={book} blurb={promotion.blurb_override} />}
          </Panel>
          {actions.includes('edit') && <PromotionForm promotion={promotion} />}
          {promotion.sent_at && <HeldClicksPanel id={promotion.id} />}
          {promotion.sent_at && <ClicksPanel promotion={promotion} />}
          {book && (
            <Panel title="The book">
              <FactList facts={bookFacts(book)} />
            </Panel>
          )}
        </Stack>
        <Stack>
          <Panel title="Dates and rules">
            <FactList facts={dateFacts(promotion)} />
            {needsApproval(promotion) && <RuleVerdicts promotion={promotion} heading="h3" />}
            <SameDayPromotions promotion={promotion} heading="h3" />
            <LastPromotion promotion={promotion} heading="h3" />
          </Panel>
          <Panel title="The partner">
            <PartnerRecordPanel promotion={promotion} />
          </Panel>
          <Panel title="Internal notes">
            <PartnerNotes partner_id={promotion.partner_id} promotion_id={promotion.id} />
          </Panel>
          <Panel title="History">
            <History promotion={promotion} heading="h3" />
          </Panel>
          <Panel title="Timeline">
            <PromotionTimeline events={events} actors={ACTORS} />
          </Panel>
        </Stack>
      </div>
      <DecisionDialog
        openForm={review.openForm}
        done={review.done}
        notice={<TeamNotice review={review} />}
        current={promotion}
        onDecide={(_same, decision) => review.decide(decision)}
        onClose={review.closeDialog}
      />
    </article>
  );
}

function PromotionHead({ promotion }: { promotion: Promotion }) {
  const { book, partner } = promotion;
  return (
    <div className={classes.head}>
      {book && <Cover src={book.cover_url} alt="" width={96} eager />}
      <div className={classes.words}>
        <h1>{book?.title ?? `Promotion ${promotion.id}`}</h1>
        <PromotionSummary promotion={promotion} />
        <p className={classes.line}>
          <Link to={paths.userBook(promotion.book_id)}>The book</Link>
          {promotion.newsletter_id !== null && (
            <Link to={paths.userNewsletter(promotion.newsletter_id)}>The newsletter</Link>
          )}
          {partner && (
            <span>
              <Link to={paths.userPartner(partner.id)}>{partner.name}</Link>,{' '}
              <a href={`mailto:${partner.email}`}>{partner.email}</a>
            </span>
          )}
        </p>
      </div>
    </div>
  );
}

type Props = {
  promotion: Promotion;
  busy: boolean;
  /** The decision that can still be undone. */
  staged: Decision | null;
  /** The time when the decision will be sent, by `performance.now()`; null while the timer is stopped. */
  endsAt: number | null;
  /** Props of the Undo button. */
  undo: Omit<ComponentProps<'button'>, 'type'>;
  onDecide: (decision: Decision) => void;
  onAsk: (kind: FormDecision, date?: string) => void;
};

/** The possible decisions and the reason why the promotion won't run, or the last decision while it can be undone. */
function DecisionPanel({ promotion, busy, staged, endsAt, undo, onDecide, onAsk }: Props) {
  const [date, setDate] = useState('');
  const warning = useApprovalWarning();
  const isOpen = promotion.actions.some((action) => DECISIONS.has(action)) || canCharge(promotion);
  const outcome = outcomeText(promotion);
  if (!isOpen && !outcome) return null;
  if (staged)
    return (
      <Panel title="Decision">
        <Row align="between">
          <p role="status" data-autofocus>
            {promotion.book?.title ?? 'The promotion'} {PENDING_TEXTS[staged.kind]}
            <SecondsLeft until={endsAt} />. You can undo this.
          </p>
          <Button look="quiet" {...shortcutAttributes(...UNDO_KEYS)} {...undo}>
            Undo <UndoKey />
          </Button>
        </Row>
      </Panel>
    );
  return (
    <Panel title="Decision">
      {outcome && <p>{outcome}</p>}
      <ChangedAfterApproval promotion={promotion} />
      <DecisionBar
        promotion={promotion}
        date={date}
        onDate={setDate}
        onApprove={() =>
          warning.warn(promotion, date) || onDecide({ kind: 'approve', body: date ? { promotion_date: date } : {} })
        }
        warning={warning.textFor(promotion, date)}
        onAcceptChanges={() => onDecide({ kind: 'accept_changes', body: {} })}
        onCharge={() => onDecide({ kind: 'charge' })}
        onAsk={(kind) => onAsk(kind, kind === 'propose_date' ? date : undefined)}
        busy={busy}
      />
    </Panel>
  );
}

const DECISIONS = new Set(Object.values(ACTION_OF).filter((action) => action !== ACTION_OF.charge));

const CHART_HEIGHT = 260;
function ClicksPanel({ promotion }: { promotion: Promotion }) {
  const query = useQuery({
    queryKey: ['user', 'promotion', promotion.id, 'clicks'],
    queryFn: () => fetchPromotionClicks(promotion.id),
  });
  return (
    <Panel title="Clicks">
      <QueryBoundary query={query} placeholder={<Skeleton height={CHART_HEIGHT} />}>
        {(clicks) => (
          <>
            <FactList facts={clickFacts(clicks)} />
            <ClicksChart clicks={clicks} />
            <ClicksTables clicks={clicks} />
          </>
        )}
      </QueryBoundary>
    </Panel>
  );
}

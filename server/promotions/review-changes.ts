/**
 * Staff answers to a partner's changes after approval: accept them, keep the approved version, or ask. Also corrects
 * store links after the newsletter has closed.
 */
import { Prisma } from '#prisma';
import { coverUrl } from '#server/books/presenter.ts';
import { enqueueEmail, toPartner } from '#server/emails/enqueue.ts';
import type { Tx } from '#server/platform/database.ts';
import type { Deps } from '#server/platform/deps.ts';
import { invalid } from '#server/platform/errors.ts';
import { STORE_URL_FIELDS, type Store } from '#shared/business.ts';
import { approvedVersionOf, REVIEWED_FIELDS } from '#shared/reviewed-facts.ts';
import { storeLinkProblems } from '#shared/stores.ts';
import { changeTerms } from './edit.ts';
import { approvedBook, refuseUnlessSeen } from './review.ts';
import {
  changesSinceReview,
  currentVersion,
  emailFacts,
  hasNewRating,
  heldBecause,
  isBookDeclined,
  proposedChangesOf,
} from './reviewed.ts';
import {
  type LockedPromotion,
  lockBookingsOf,
  type Staff,
  staffActor,
  transition,
  transitionPromotion,
} from './transition.ts';

type Answer = { id: number; actor: Staff; message?: string | null | undefined; review_version: string };

/**
 * Makes the partner's version the approved one. Checks the rules, moves the slot, and sets a new price per click as any
 * edit by staff does.
 */
export const acceptChanges = (
  deps: Pick<Deps, 'db' | 'now' | 'queue' | 'config'>,
  { id, actor, message, review_version }: Answer,
) =>
  deps.db.$transaction(async (tx) => {
    await lockBookingsOf(tx, id);
    return transition(deps, tx, { id, action: 'accept_changes', actor: staffActor(actor) }, async (_tx, promotion) => {
      refuseUnlessSeen(promotion, review_version);
      const fields = proposedChangesOf(promotion);
      const has_new_rating = hasNewRating(promotion);
      const data = await changeTerms(deps, tx, promotion, { fields, is_staff: true, has_new_rating });
      const { category_id = promotion.category_id } = fields;
      const category = await tx.category.findUniqueOrThrow({ where: { id: category_id } });
      // If staff declined this version of the book earlier, it wasn't shown to them again and stays declined.
      const keepsBook = isBookDeclined(promotion);
      const facts = { category_name: category.name, ...(keepsBook ? {} : { book_title: promotion.book.title }) };
      await tellPartner(deps, tx, promotion, { is_accepted: true, message, facts });
      const book = keepsBook ? { proposed_changes: Prisma.DbNull } : approvedBook(promotion.book);
      return {
        data: { ...data, ...book, ...QUESTION_CLOSED },
        reason: message,
      };
    });
  });

/** Declines the partner's changes, and keeps the approved version. A later change waits for staff again. */
export const keepApproved = (
  deps: Pick<Deps, 'db' | 'now' | 'queue' | 'config'>,
  { id, actor, message, review_version }: Answer,
) =>
  transitionPromotion(deps, { id, action: 'keep_approved', actor: staffActor(actor) }, async (tx, promotion) => {
    refuseUnlessSeen(promotion, review_version);
    await tellPartner(deps, tx, promotion, { is_accepted: false, message });
    return {
      data: { proposed_changes: Prisma.DbNull, declined_book: currentVersion(promotion.book), ...QUESTION_CLOSED },
      reason: message,
    };
  });

/** Asks the partner about their changes. The promotion stays booked, and a held one stays held. */
export const askAboutChanges = (
  deps: Pick<Deps, 'db' | 'now' | 'queue' | 'config'>,
  { id, actor, message }: { id: number; actor: Staff; message: string },
) =>
  transitionPromotion(deps, { id, action: 'ask_about_changes', actor: staffActor(actor) }, async (tx, promotion) => {
    const props = {
      ...emailFacts(deps, promotion),
      changes: labelsOf(promotion),
      message,
      is_held: heldBecause(promotion) !== null,
    };
    await enqueueEmail(deps, tx, { ...toPartner(promotion.partner), template: 'changes_questioned', props });
    return {
      data: {
        staff_message: message,
        feedback_requested_at: deps.now(),
        ...{ partner_feedback: null, feedback_submitted_at: null },
      },
      reason: message,
    };
  });

const QUESTION_CLOSED = { staff_message: null, feedback_requested_at: null, feedback_submitted_at: null };

type ChangeVerdict = {
  is_accepted: boolean;
  message: string | null | undefined;
  /** Facts of the version that staff accepted. */
  facts?: { book_title?: string; category_name: string };
};

function tellPartner(
  deps: Pick<Deps, 'now' | 'queue' | 'config'>,
  tx: Tx,
  promotion: LockedPromotion,
  { is_accepted, message, facts }: ChangeVerdict,
) {
  const props = {
    ...emailFacts(deps, promotion),
    ...facts,
    is_accepted,
    changes: labelsOf(promotion),
    message: message ?? null,
  };
  return enqueueEmail(deps, tx, { ...toPartner(promotion.partner), template: 'changes_reviewed', props });
}

const labelsOf = (promotion: LockedPromotion) =>
  changesSinceReview(promotion, coverUrl).map(({ field }) => REVIEWED_FIELDS[field]);

type Correction = { id: number; actor: Staff; store: Store; url: string; reason?: string | null | undefined };

/** Corrects the target of a store link after the newsletter has closed. Only staff may do this. */
export const correctStoreLink = (deps: Pick<Deps, 'db' | 'now'>, { id, actor, store, url, reason }: Correction) =>
  transitionPromotion(deps, { id, action: 'correct_store_link', actor: staffActor(actor) }, async (_tx, promotion) => {
    const problems = storeLinkProblems({ [STORE_URL_FIELDS[store]]: url })[STORE_URL_FIELDS[store]];
    if (problems) throw invalid({ url: problems });
    const { store_urls: urls } = approvedVersionOf(promotion);
    if (!urls[store]) throw invalid({ store: ['is not one of the stores in this promotion'] });
    return { data: { reviewed_store_urls: { ...urls, [store]: url } }, reason };
  });

/** Partners' questions about the counted clicks of a settled promotion, and the answers by staff. */
import { alertSupport, enqueueEmail, toPartner } from '#server/emails/enqueue.ts';
import { audit } from '#server/platform/audit.ts';
import type { Deps } from '#server/platform/deps.ts';
import { conflict } from '#server/platform/errors.ts';
import type { PromotionRow } from '#server/promotions/queries.ts';
import { emailFacts } from '#server/promotions/reviewed.ts';
import { lockPromotion, type PromotionActor } from '#server/promotions/transition.ts';
import { DAY_MS } from '#shared/durations.ts';
import { QUESTION_DAYS } from '#shared/held-clicks.ts';
import { paths } from '#shared/paths.ts';

type QuestionDeps = Pick<Deps, 'db' | 'now' | 'queue' | 'config'>;

/** The end of the period for questions, or null before the promotion is settled. */
export const questionUntil = ({ settled_at }: Pick<PromotionRow, 'settled_at'>) =>
  settled_at && new Date(settled_at.getTime() + QUESTION_DAYS * DAY_MS);

/** Records the question and emails it to support. */
export const askAboutClicks = (
  deps: QuestionDeps,
  { id, actor, question }: { id: number; actor: { id: number }; question: string },
): Promise<PromotionRow> =>
  deps.db.$transaction(async (tx) => {
    const promotion = await lockPromotion(tx, id, { role: 'partner', id: actor.id });
    if (!promotion.sent_at) throw conflict('This promotion hasn’t been sent, so it has no clicks to ask about.');
    const until = questionUntil(promotion);
    if (!until) throw conflict('We’re still counting the clicks. You can ask about them once you have your results.');
    if (deps.now() > until)
      throw conflict(
        `You can ask about a result for ${QUESTION_DAYS} days, and that time has passed. Please email us instead.`,
      );
    if (await tx.clickQuestion.count({ where: { promotion_id: id, answered_at: null } }))
      throw conflict('You already asked, and we’ll answer by email. You can ask again after that.');
    const created = await tx.clickQuestion.create({ data: { promotion_id: id, question, asked_at: deps.now() } });
    await alertSupport(deps, tx, {
      once: `click-question-${created.id}`,
      headline: 'A partner has a question about their clicks',
      message: question,
      path: paths.userPromotion(id),
    });
    return promotion;
  });

/** Records the answer and emails it to the partner. */
export const answerQuestion = (
  deps: QuestionDeps,
  { id, actor, answer }: { id: number; actor: PromotionActor; answer: string },
) =>
  deps.db.$transaction(async (tx) => {
    const promotion = await lockPromotion(tx, id, actor);
    const [answered] = await tx.clickQuestion.updateManyAndReturn({
      where: { promotion_id: id, answered_at: null },
      data: { answer, answered_by: actor.id, answered_at: deps.now() },
    });
    if (!answered) throw conflict('There is no open question about this promotion.');
    const props = { ...emailFacts(deps, promotion), question: answered.question, answer };
    await enqueueEmail(deps, tx, { ...toPartner(promotion.partner), template: 'click_question_answered', props });
    await audit(tx, deps.now(), {
      user_id: actor.id!,
      action: 'answer_click_question',
      entity: 'promotion',
      entity_id: id,
      before: { question: answered.question },
      after: { answer },
    });
  });

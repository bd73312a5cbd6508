import { implement } from '#server/api/implement.ts';
import type { Deps } from '#server/platform/deps.ts';
import { createPromotionResponder } from '#server/promotions/responses.ts';
import { bookedDate } from '#server/promotions/reviewed.ts';
import { staffActor } from '#server/promotions/transition.ts';
import { paymentsApi } from '#shared/api/payments.ts';
import { chargePromotion } from './charge.ts';
import { answerQuestion, askAboutClicks } from './click-questions.ts';
import { confirmPayment } from './confirm.ts';
import { clicksAndCost, estimateCost } from './estimate.ts';
import { decideHeld, heldClicks, promotionsAwaitingClickReview } from './held-clicks.ts';
import { refundPromotion } from './refund.ts';

export function paymentRoutes(deps: Deps) {
  const { respond, withRecordOnRefusal, findOwn } = createPromotionResponder(deps);
  return implement(paymentsApi, {
    estimate: async ({ query }) => ({ estimate: await estimateCost(deps, query) }),
    estimateOf: async ({ id, actor }) => {
      const promotion = await findOwn(actor, id);
      return { estimate: await estimateCost(deps, { ...promotion, date: bookedDate(promotion) }) };
    },
    clicks: async ({ id, actor }) => clicksAndCost(deps, await findOwn(actor, id)),
    questionClicks: async ({ id, actor, body }) =>
      clicksAndCost(deps, await askAboutClicks(deps, { id, actor, ...body })),
    suspicious: async () => ({ promotions: await promotionsAwaitingClickReview(deps) }),
    heldClicks: async ({ id, actor }) => heldClicks(deps, id, staffActor(actor)),
    decideHeld: async ({ id, actor, body }) => {
      await decideHeld(deps, { id, actor: staffActor(actor), ...body });
      return heldClicks(deps, id, staffActor(actor));
    },
    answerQuestion: async ({ id, actor, body }) => {
      await answerQuestion(deps, { id, actor: staffActor(actor), ...body });
      return heldClicks(deps, id, staffActor(actor));
    },
    charge: ({ id, actor }) => respond(actor, chargePromotion(deps, { id, actor })),
    confirmPayment: async ({ id, actor }) => {
      const confirmation = await withRecordOnRefusal(
        actor,
        confirmPayment(deps, { id, actor: { role: 'partner', id: actor.id } }),
      );
      return { ...confirmation, ...(await respond(actor, confirmation.promotion)) };
    },
    refund: ({ id, actor, body }) => respond(actor, refundPromotion(deps, { id, actor, ...body })),
  });
}

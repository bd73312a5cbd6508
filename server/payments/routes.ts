import { implement } from '#server/api/implement.ts';
import type { Deps } from '#server/platform/deps.ts';
import { createPromotionResponder } from '#server/promotions/responses.ts';
import { staffBy } from '#server/promotions/transition.ts';
import { paymentsApi } from '#shared/api/payments.ts';
import { chargePromotion } from './charge.ts';
import { answerQuestion, askAboutClicks } from './click-questions.ts';
import { confirmPayment } from './confirm.ts';
import { clicksAndCost, estimateCost } from './estimate.ts';
import { decideHeld, heldClicks, suspiciousPromotions } from './held-clicks.ts';
import { refundPromotion } from './refund.ts';

export function paymentRoutes(deps: Deps) {
  const { answer, own } = createPromotionResponder(deps);
  return implement(paymentsApi, {
    estimate: async ({ query }) => ({ estimate: await estimateCost(deps, query) }),
    estimateOf: async ({ id, by }) => ({ estimate: await estimateCost(deps, await own(by, id)) }),
    clicks: async ({ id, by }) => clicksAndCost(deps, await own(by, id)),
    questionClicks: async ({ id, by, body }) => clicksAndCost(deps, await askAboutClicks(deps, { id, by, ...body })),
    suspicious: async () => ({ promotions: await suspiciousPromotions(deps) }),
    heldClicks: async ({ id, by }) => heldClicks(deps, id, staffBy(by)),
    decideHeld: async ({ id, by, body }) => {
      await decideHeld(deps, { id, by: staffBy(by), ...body });
      return heldClicks(deps, id, staffBy(by));
    },
    answerQuestion: async ({ id, by, body }) => {
      await answerQuestion(deps, { id, by: staffBy(by), ...body });
      return heldClicks(deps, id, staffBy(by));
    },
    charge: async ({ id, by }) => answer(by, await chargePromotion(deps, { id, by })),
    confirmPayment: async ({ id, by }) => {
      const confirmation = await confirmPayment(deps, { id, by: { role: 'partner', id: by.id } });
      return { ...confirmation, ...(await answer(by, confirmation.promotion)) };
    },
    refund: async ({ id, by, body }) => answer(by, await refundPromotion(deps, { id, by, ...body })),
  });
}

import { implement } from '#server/api/implement.ts';
import type { Deps } from '#server/platform/deps.ts';
import { metaOf } from '#server/platform/http/lists.ts';
import { referralsApi } from '#shared/api/referrals.ts';
import { presentProgram, presentReferral, presentTotals } from './presenter.ts';
import { findProgram, listReferrals, totalsByState } from './queries.ts';
import { cashOutReferrals, rejectReferral, releaseReferral } from './review.ts';
import { countVisit } from './visits.ts';

export const referralRoutes = (deps: Pick<Deps, 'db' | 'now' | 'config'>) =>
  implement(referralsApi, {
    list: async ({ query, actor: { role, id } }) => {
      const partner_id = role === 'partner' ? id : query.partner_id;
      const [{ rows, total }, totals, program] = await Promise.all([
        listReferrals(deps.db, query, { partner_id }),
        totalsByState(deps.db, { partner_id }),
        partner_id === undefined ? null : findProgram(deps.db, partner_id),
      ]);
      return {
        referrals: rows.map((entry) => presentReferral(entry, role)),
        meta: metaOf(query, total),
        totals: presentTotals(totals),
        program: program && presentProgram(program, deps.config.appUrl),
      };
    },
    // Doesn't reveal whether the code exists.
    countVisit: async ({ body }) => {
      await countVisit(deps, body.code);
    },
    release: async ({ id, actor, body }) => ({
      referral: presentReferral(await releaseReferral(deps, { id, actor, ...body }), 'user'),
    }),
    reject: async ({ id, actor, body }) => ({
      referral: presentReferral(await rejectReferral(deps, { id, actor, ...body }), 'user'),
    }),
    cashOut: async ({ id, actor, body }) => {
      const { entry, cash_out } = await cashOutReferrals(deps, { id, actor, ...body });
      return { referral: presentReferral(entry, 'user'), cash_out };
    },
  });

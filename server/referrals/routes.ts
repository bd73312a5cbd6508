import { Router } from 'express';
import { addressOf, requireAdmin, requireSession, sessionOf } from '#server/auth/guards.ts';
import type { Deps } from '#server/platform/deps.ts';
import { metaOf } from '#server/platform/http/lists.ts';
import { bodyOf, idOf } from '#server/platform/http/params.ts';
import { take } from '#server/platform/http/rate-limits.ts';
import {
  ReferralCashOut,
  ReferralListQuery,
  ReferralRejection,
  ReferralRelease,
  ReferralVisitInput,
} from '#shared/referral-records.ts';
import { presentProgram, presentReferral, presentTotals } from './presenter.ts';
import { listReferrals, programOf, totalsByState } from './queries.ts';
import { cashOutReferrals, rejectReferral, releaseReferral } from './review.ts';
import { countVisit } from './visits.ts';

export function referralRoutes(deps: Deps): Router {
  const router = Router();
  router.get('/', requireSession, async (req, res) => {
    const query = ReferralListQuery.parse(req.query);
    const { role, id } = sessionOf(res);
    const partner_id = role === 'partner' ? id : query.partner_id;
    const [{ rows, total }, totals, program] = await Promise.all([
      listReferrals(deps.db, query, { partner_id }),
      totalsByState(deps.db, { partner_id }),
      partner_id === undefined ? null : programOf(deps.db, partner_id),
    ]);
    res.json({
      referrals: rows.map((entry) => presentReferral(entry, role)),
      meta: metaOf(query, total),
      totals: presentTotals(totals),
      program: program && presentProgram(program, deps.config.appUrl),
    });
  });
  // The same answer whether the code is somebody's or not.
  router.post('/visits', async (req, res) => {
    const { code } = ReferralVisitInput.parse(bodyOf(req));
    await take(deps.limits.referralVisits, addressOf(req));
    await countVisit(deps, code);
    res.status(204).end();
  });
  router.post('/:id/release', requireAdmin, async (req, res) => {
    const decision = { id: idOf(req), by: sessionOf(res), ...ReferralRelease.parse(bodyOf(req)) };
    res.json({ referral: presentReferral(await releaseReferral(deps, decision), 'user') });
  });
  router.post('/:id/reject', requireAdmin, async (req, res) => {
    const decision = { id: idOf(req), by: sessionOf(res), ...ReferralRejection.parse(bodyOf(req)) };
    res.json({ referral: presentReferral(await rejectReferral(deps, decision), 'user') });
  });
  router.post('/:id/cash_out', requireAdmin, async (req, res) => {
    const decision = { id: idOf(req), by: sessionOf(res), ...ReferralCashOut.parse(bodyOf(req)) };
    const { entry, cash_out } = await cashOutReferrals(deps, decision);
    res.json({ referral: presentReferral(entry, 'user'), cash_out });
  });
  return router;
}

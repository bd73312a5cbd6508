import { INDEBTED_PARTNER_INDEX } from './people.ts';
import type { PromotionSeedContext } from './promotions.ts';
import { PAST_DAYS } from './seed-time.ts';

/** Adds a few changes that staff made before the demo starts, and an internal note. */
export function addAuditEvents({ rows, time, staff, discounts, partners }: PromotionSeedContext) {
  const launch = discounts.byCode.get('LAUNCH50')!;
  const add = (
    actor_id: number,
    hoursAgo: number,
    change: {
      action: string;
      entity: string;
      entity_id: number;
      before?: object;
      after: object;
      reason: string | null;
    },
  ) =>
    rows.add('audit_events', {
      actor: 'user',
      actor_id,
      ...change,
      entity_id: String(change.entity_id),
      before: change.before ?? null,
      at: time.ago(hoursAgo),
    } as never);
  add(staff.admin, 24 * (PAST_DAYS + 90), {
    action: 'create',
    entity: 'discount',
    entity_id: launch.id,
    after: { code: 'LAUNCH50', value: 50, usage_limit: 5 },
    reason: 'Opening month',
  });
  add(staff.admin, 24 * 77, {
    action: 'update',
    entity: 'addon',
    entity_id: 1,
    before: { label: 'Top spot' },
    after: { label: 'Top spot in its category' },
    reason: null,
  });
  add(staff.editor, 52, {
    action: 'update',
    entity: 'promotion_site',
    entity_id: 904,
    before: { url: 'https://swap-shelf.example/start' },
    after: { url: 'https://swap-shelf.example' },
    reason: 'The old page is gone',
  });
  rows.add('internal_notes', {
    partner_id: partners[INDEBTED_PARTNER_INDEX]!.id,
    user_id: staff.editor,
    text: 'Wrote that their card was replaced. Wait for the new one before the next approval.',
    created_at: time.ago(52),
  });
}

/** Hands a scenario's visits to the product's own rules, as the redirect and the settlement would. */
import { type Click, classifyClicks } from '#server/clicks/classify.ts';
import { userAgentClass } from '#server/clicks/user-agent.ts';
import { PARTNER, type Visit, WINDOW_ENDS_AT, type World } from './scenario.ts';

/** The visits that would be billed, of all promotions. */
export function judgeWorld({ visits, readers }: World): Visit[] {
  // These emails have one hidden link, at the bottom.
  const followed = visits.filter(({ hidden }) => hidden !== 'top');
  const clicks = followed.map((visit, index): Click => {
    const { 'Sec-Purpose': sec, Purpose: plain, 'X-Moz': moz, 'User-Agent': user_agent } = visit.headers;
    return {
      id: BigInt(index),
      promotion_id: visit.promotion_id,
      reader_id: visit.reader_id,
      source: 'newsletter',
      store: visit.promotion_id === null ? null : 'amazon',
      clicked_at: visit.at,
      ua_class: userAgentClass({ method: visit.method, user_agent, purpose: sec ?? plain ?? moz }),
    };
  });
  const facts = new Map(
    readers.map(({ id, email, links }) => [id, { link_count: links, is_partner: email === PARTNER, is_staff: false }]),
  );
  const promotions = new Set(followed.map(({ promotion_id }) => promotion_id).filter((id) => id !== null));
  return [...promotions]
    .flatMap((promotion_id) => classifyClicks(clicks, { promotion_id, window_ends_at: WINDOW_ENDS_AT, readers: facts }))
    .filter(({ billable }) => billable)
    .map(({ id }) => followed[Number(id)]!);
}

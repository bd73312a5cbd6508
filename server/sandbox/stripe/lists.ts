/** Stripe's list objects: newest first, paginated by the id of the last (or first) object. */
import { invalidRequest, noSuch } from './errors.ts';
import type { Form } from './form.ts';

type Page = { limit: number; starting_after?: string; ending_before?: string };
type CreatedFilter = (created: number) => boolean;

export function parsePage(form: Form): Page {
  const limit = form.integer('limit', { min: 1 }) ?? 10;
  if (limit > 100)
    throw invalidRequest('This value must be less than or equal to 100.', {
      code: 'parameter_invalid_integer',
      param: 'limit',
    });
  return { limit, starting_after: form.text('starting_after'), ending_before: form.text('ending_before') };
}

/** Parses the `created` filter: an exact second, or a hash of gt, gte, lt, and lte. */
export function parseCreatedRange(form: Form): CreatedFilter {
  if (!form.has('created')) return () => true;
  const range = isExact(form) ? undefined : form.nested('created');
  if (!range) {
    const exact = form.integer('created');
    return (created) => created === exact;
  }
  const [gt, gte, lt, lte] = (['gt', 'gte', 'lt', 'lte'] as const).map((name) => range.integer(name));
  return (created) =>
    created > (gt ?? -Infinity) &&
    created >= (gte ?? -Infinity) &&
    created < (lt ?? Infinity) &&
    created <= (lte ?? Infinity);
}

function isExact(form: Form) {
  try {
    return form.text('created') !== undefined;
  } catch {
    return false;
  }
}

export function listObject<T extends { id: string }>(url: string, items: readonly T[], page: Page) {
  const { start, end } = pageBounds(items, page);
  return {
    object: 'list',
    url,
    has_more: page.ending_before ? start > 0 : end < items.length,
    data: items.slice(start, end),
  };
}

function pageBounds(items: readonly { id: string }[], { limit, starting_after, ending_before }: Page) {
  if (ending_before) {
    const end = positionOf(items, ending_before, 'ending_before');
    return { start: Math.max(0, end - limit), end };
  }
  const start = starting_after ? positionOf(items, starting_after, 'starting_after') + 1 : 0;
  return { start, end: Math.min(items.length, start + limit) };
}

function positionOf(items: readonly { id: string }[], id: string, param: string) {
  const at = items.findIndex((item) => item.id === id);
  if (at < 0) throw noSuch('object', id, param);
  return at;
}

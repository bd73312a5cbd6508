/** A request's unit of work, which sees its own changes immediately, and others' only after they are in the journal. */
import { newId } from './ids.ts';
import type { Event, Plain, StripeObject } from './objects.ts';
import type { CollectionName, Collections, RecordChange, State } from './state.ts';

/** The implemented API version, which the pinned `stripe` package requests. */
export const API_VERSION = '2026-10-28.endive';

export type UnitOfWork = {
  /** Unix seconds of the injected clock. */
  readonly created: number;
  readonly at: Date;
  readonly changes: RecordChange[];
  /** Returns a copy, which is only stored when passed to `put`. */
  find<C extends CollectionName>(collection: C, id: string): Collections[C] | undefined;
  /** All records, newest first like Stripe's lists; read-only. */
  list<C extends CollectionName>(collection: C): readonly Readonly<Collections[C]>[];
  put<C extends CollectionName>(collection: C, record: Collections[C]): Collections[C];
  emit(type: string, object: StripeObject, previous_attributes?: Plain): void;
};

export function beginWork(state: State, at: Date, request: Event['request']): UnitOfWork {
  const created = Math.floor(at.getTime() / 1000);
  const changed = new Map<string, unknown>();
  const changes: RecordChange[] = [];

  const find = <C extends CollectionName>(collection: C, id: string) => {
    const record = (changed.get(`${collection}/${id}`) as Collections[C] | undefined) ?? state.find(collection, id);
    return record && structuredClone(record);
  };
  const put = <C extends CollectionName>(collection: C, record: Collections[C]) => {
    const copy = structuredClone(record);
    changed.set(`${collection}/${record.id}`, copy);
    changes.push({ collection, record: copy } as RecordChange);
    return record;
  };
  const list = <C extends CollectionName>(collection: C) => {
    const records = new Map(state.all(collection).map((record) => [record.id, record]));
    for (const change of changes) {
      if (change.collection === collection) records.set(change.record.id, change.record as Collections[C]);
    }
    return [...records.values()].reverse();
  };
  const emit = (type: string, object: StripeObject, previous_attributes?: Plain) => {
    put('events', {
      id: newId('evt_'),
      object: 'event',
      api_version: API_VERSION,
      created,
      data: { object: structuredClone(object), ...(previous_attributes && { previous_attributes }) },
      livemode: false,
      pending_webhooks: 1,
      request,
      type,
    });
  };
  return { created, at, changes, find, list, put, emit };
}

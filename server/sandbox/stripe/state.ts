/** The fake's state in memory, rebuilt from the journal's changes; the last change of a record wins. */
import type {
  Charge,
  Customer,
  DeletedCustomer,
  Dispute,
  Event,
  PaymentIntent,
  PaymentMethod,
  Refund,
  SetupIntent,
  VaultedCard,
} from './objects.ts';

/** The saved response to an idempotency key; `id` is the key. */
export type SavedResponse = {
  id: string;
  path: string;
  fingerprint: string;
  status: number;
  body: object;
  request_id: string;
  /** Unix seconds. */
  saved_at: number;
};

/** Outcome of an event's delivery; an event without one is still pending. */
export type WebhookDelivery = { id: string; outcome: 'delivered' | 'gave_up'; attempts: number };

export type Collections = {
  customers: Customer | DeletedCustomer;
  payment_methods: PaymentMethod;
  vault: VaultedCard;
  setup_intents: SetupIntent;
  payment_intents: PaymentIntent;
  charges: Charge;
  refunds: Refund;
  disputes: Dispute;
  events: Event;
  answers: SavedResponse;
  deliveries: WebhookDelivery;
};
export type CollectionName = keyof Collections;

export type RecordChange = { [C in CollectionName]: { collection: C; record: Collections[C] } }[CollectionName];

export type State = {
  find<C extends CollectionName>(collection: C, id: string): Collections[C] | undefined;
  /** All records, oldest first. */
  all<C extends CollectionName>(collection: C): Collections[C][];
  apply(changes: readonly RecordChange[]): void;
};

export function createState(): State {
  const maps = new Map<CollectionName, Map<string, unknown>>();
  const mapOf = (collection: CollectionName) => {
    const map = maps.get(collection) ?? new Map<string, unknown>();
    maps.set(collection, map);
    return map;
  };
  return {
    find: <C extends CollectionName>(collection: C, id: string) =>
      mapOf(collection).get(id) as Collections[C] | undefined,
    all: <C extends CollectionName>(collection: C) => [...mapOf(collection).values()] as Collections[C][],
    apply: (changes) => {
      for (const { collection, record } of changes) mapOf(collection).set(record.id, record);
    },
  };
}

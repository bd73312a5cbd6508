/**
 * Append-only journal: one JSON line per request, authentication, or delivery, written before the response. The state
 * is rebuilt from the lines' changes, so a kill loses no acknowledged request. A line is one write; an incomplete last
 * line, whose request got no response, is removed at the next start.
 */
import { appendFileSync, closeSync, existsSync, mkdirSync, openSync, readFileSync, truncateSync } from 'node:fs';
import { dirname } from 'node:path';
import { maskCardNumbers } from './cards.ts';
import type { Event, Plain } from './objects.ts';
import type { RecordChange } from './state.ts';

/** An effect, named like its event: `{ type: 'charge.succeeded', id: 'ch_…', amount: 1250, … }`. */
type Effect = { type: string; id: string; [fact: string]: unknown };

export type JournalEntry = {
  seq: number;
  /** ISO instant of the injected clock. */
  at: string;
  kind: 'request' | 'authentication' | 'delivery';
  request_id?: string;
  method?: string;
  path?: string;
  /** Parameters as sent, without the API key; card numbers and security codes are masked. */
  params?: Plain;
  idempotency_key?: string | null;
  /** Null if the caller got no response. */
  status?: number | null;
  error_code?: string | null;
  replayed?: boolean;
  fault?: string;
  /** For a delivery: the event's id. `status` is then the endpoint's status, or null if it didn't respond. */
  event?: string;
  attempt?: number;
  effects: Effect[];
  changes: RecordChange[];
};

export type Journal = {
  append(entry: Omit<JournalEntry, 'seq' | 'at'>): JournalEntry;
  entries(): JournalEntry[];
  close(): void;
};

export function openJournal(file: string, now: () => Date): Journal {
  mkdirSync(dirname(file), { recursive: true });
  const entries = readCompleteLines(file);
  const descriptor = openSync(file, 'a', 0o600);
  let isOpen = true;
  return {
    entries: () => [...entries],
    append: (entry) => {
      if (!isOpen) throw new Error('the journal is closed');
      const line: JournalEntry = { seq: entries.length + 1, at: now().toISOString(), ...entry };
      appendFileSync(descriptor, `${JSON.stringify(line)}\n`);
      entries.push(line);
      return line;
    },
    close: () => {
      if (isOpen) closeSync(descriptor);
      isOpen = false;
    },
  };
}

function readCompleteLines(file: string): JournalEntry[] {
  if (!existsSync(file)) return [];
  const bytes = readFileSync(file);
  const end = bytes.lastIndexOf('\n') + 1;
  if (end < bytes.length) truncateSync(file, end);
  const lines = bytes.subarray(0, end).toString('utf8').split('\n');
  return lines.filter((line) => line !== '').map((line) => JSON.parse(line) as JournalEntry);
}

const EFFECT_FIELDS = [
  'amount',
  'amount_refunded',
  'charge',
  'customer',
  'failure_code',
  'metadata',
  'payment_intent',
  'payment_method',
  'status',
];

export function effectsOf(changes: readonly RecordChange[]): Effect[] {
  return changes
    .filter((change) => change.collection === 'events')
    .map(({ record }) => record as Event)
    .map(({ type, data: { object } }) => ({ type, ...factsOf(object) }));
}

function factsOf(object: { id: string }) {
  const fields = Object.entries(object).filter(([name]) => EFFECT_FIELDS.includes(name));
  return { id: object.id, ...Object.fromEntries(fields) };
}

/**
 * Masks card data in a request's parameters before they are journaled: card numbers keep their last four digits, and
 * security codes keep none.
 */
export const withoutCardData = (params: Plain): Plain =>
  Object.fromEntries(
    Object.entries(params).map(([name, value]) => {
      if (name === 'cvc') return [name, '•••'];
      if (name === 'number') return [name, `•••• ${String(value).slice(-4)}`];
      return [name, maskedValue(value)];
    }),
  );

function maskedValue(value: unknown): unknown {
  if (typeof value === 'string') return maskCardNumbers(value);
  if (Array.isArray(value)) return value.map(maskedValue);
  return typeof value === 'object' && value !== null ? withoutCardData(value as Plain) : value;
}

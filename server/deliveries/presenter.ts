import type { Delivery } from '#shared/deliveries.ts';
import { maskedEmail, withMaskedEmails } from '#shared/masked.ts';
import type { DeliveryRow } from './queries.ts';

export const presentDelivery = (row: DeliveryRow): Delivery => ({
  newsletter_id: row.newsletter_id,
  reader_id: row.reader_id,
  email: row.reader.email && maskedEmail(row.reader.email),
  state: row.state,
  attempts: row.attempts,
  message_id: row.message_id,
  failure: row.failure && withMaskedEmails(row.failure),
  handed_over_at: row.handed_over_at?.toISOString() ?? null,
  next_attempt_at: row.next_attempt_at?.toISOString() ?? null,
  accepted_at: row.accepted_at?.toISOString() ?? null,
});

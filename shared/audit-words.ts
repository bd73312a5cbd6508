/** Words of the audit log's lines. */

const PAST_TENSE: { [action: string]: string } = {
  create: 'created',
  update: 'changed',
  edit: 'changed',
  delete: 'deleted',
  approve: 'approved',
  reject: 'declined',
  cancel: 'canceled',
  cancel_approved: 'canceled',
  ask_feedback: 'asked about',
  charge: 'charged',
  freeze: 'closed',
  pause: 'paused',
  resume: 'resumed',
  refund: 'refunded',
  view_as: 'started viewing the screens of',
  end_view_as: 'stopped viewing the screens of',
  add_note: 'added a note about',
  delete_note: 'deleted a note about',
  lift_throttle: 'reset failed sign-ins of',
  send_password_reset: 'sent a password reset email to',
  reveal_address: 'revealed the address of',
  lift_bounce: 'cleared the bounce for',
  retry: 'retried',
  block: 'blocked',
  unblock: 'unblocked',
  merge: 'merged',
  release: 'released',
  end: 'ended',
  cash_out: 'paid out',
  write_off: 'wrote off',
  reopen: 'reopened',
  propose_date: 'proposed a date for',
  accept_changes: 'approved the changes to',
  keep_approved: 'kept the approved version of',
  ask_about_changes: 'asked about the changes to',
  correct_store_link: 'corrected a store link for',
  count_held_clicks: 'billed held clicks on',
  exclude_held_clicks: 'didn’t bill held clicks on',
  answer_click_question: 'answered the question about clicks on',
  start: 'started',
  import: 'started',
  discard: 'discarded',
  undo_import: 'undid',
  export_readers: 'started',
  readers_exported: 'completed',
  check: 'checked',
  test: 'sent a test email of',
  publish: 'published',
  unpublish: 'unpublished',
  hide: 'hid',
  unhide: 'showed again',
  clear: 'allowed booking despite',
  allow_charges: 'allowed charges again to',
  adjust_credit: 'adjusted the credit of',
  sign_out: 'signed out',
  reset_second_factor: 'reset the second factor of',
  turn_on_second_factor: 'turned on the second factor of',
  turn_off_second_factor: 'turned off the second factor of',
  renew_recovery_codes: 'renewed the recovery codes of',
  suppress: 'blocked the address of',
  disable: 'disabled',
  enable: 'enabled',
  invite_again: 'resent the invitation to',
  revoke: 'revoked',
  remove: 'removed',
  replace_secret: 'replaced the secret of',
  resolve_accepted: 'marked as delivered:',
  resolve_resend: 'resent',
};

/** Some actions name their entity, as in 'promotion.refund'. */
export function verbText({ action }: { action: string }) {
  const name = action.split('.').at(-1)!;
  return PAST_TENSE[name] ?? `“${name.replaceAll('_', ' ')}”`;
}

/** Verbs, each with the actions that it describes. */
export const ACTIONS_BY_VERB: ReadonlyMap<string, readonly string[]> = Map.groupBy(
  Object.keys(PAST_TENSE),
  (action) => PAST_TENSE[action]!,
);

/** The kinds of records that the audit log names, in words. */
export const ENTITY_WORDS: { [entity: string]: string } = {
  addon: 'add-on',
  ai_prompt: 'AI prompt',
  api_key: 'API key',
  author: 'author',
  blog: 'blog post',
  blog_category: 'blog category',
  book: 'book',
  category: 'category',
  credit_card: 'card',
  delivery: 'delivery',
  discount: 'discount',
  dispute: 'dispute',
  job: 'job',
  mail: 'email',
  message_template: 'message template',
  newsletter: 'newsletter',
  partner: 'partner',
  promotion: 'promotion',
  promotion_site: 'promotion site',
  promotion_site_review: 'promotion site review',
  reader: 'reader',
  reader_blog: 'reader blog post',
  reader_blog_category: 'reader blog category',
  reader_export: 'export of readers',
  reader_import: 'import of readers',
  referral_entry: 'referral entry',
  saved_view: 'saved view',
  super_category: 'category group',
  tag: 'tag',
  user: 'staff member',
  warm_up: 'warm-up',
  webhook_endpoint: 'webhook endpoint',
};

/** 'warm-up' */
export const entityText = ({ entity }: { entity: string }) => ENTITY_WORDS[entity] ?? entity.replaceAll('_', ' ');

type Recorded = { entity: string; entity_id: string; before?: unknown; after?: unknown };

/**
 * Names a record that has no page or was deleted: 'saved view Money first' if the recorded values have a name,
 * otherwise 'warm-up 3'. The export of all readers has no number.
 */
export function recordText({ entity, entity_id, before, after }: Recorded) {
  if (entity_id === 'all') return entityText({ entity });
  return `${entityText({ entity })} ${nameIn(after) ?? nameIn(before) ?? entity_id}`;
}

const nameIn = (values: unknown) => {
  const { name } = (values ?? {}) as { name?: unknown };
  return typeof name === 'string' && name ? name : null;
};

/**
 * Named points where a crash test stops the process: `externalCall` wraps a call to another system, `failpoint` marks a
 * point between our own steps. Without a hook, both do nothing else. A test compares the names with the source.
 */

/** External calls: each has a failpoint before it and one after its response. */
export const CALLS = [
  'stripe.create_customer',
  'stripe.create_setup_intent',
  'stripe.retrieve_card',
  'stripe.attach_card',
  'stripe.detach_card',
  'stripe.update_card',
  'stripe.empty_customer',
  'stripe.list_cards',
  'stripe.list_setups',
  'stripe.cancel_setup',
  'stripe.charge',
  'stripe.find_charge',
  'stripe.retrieve_payment',
  'stripe.refund',
  'stripe.list_refunds',
  'stripe.retrieve_dispute',
  'stripe.retrieve_charge',
  'stripe.retrieve_refund',
  'stripe.list_charges',
  'stripe.list_recent_refunds',
  'stripe.list_events',
  'mail.hand_over',
  'book_data.lookup',
] as const;

/**
 * Steps. A name that ends in `ing` marks a point inside a transaction, after its last write; for a series, after the
 * last write of each promotion. Other names mark a point after a commit, or after an event was stored or handled.
 */
export const STEPS = [
  'charge.claiming',
  'charge.claimed',
  'charge.settling',
  'charge.settled',
  'refund.claiming',
  'refund.claimed',
  'refund.settling',
  'refund.settled',
  'refund.syncing',
  'dispute.settling',
  'event.noted',
  'event.handled',
  'promotion.submitting',
] as const;

export type ExternalCall = (typeof CALLS)[number];
export type Step = (typeof STEPS)[number];
export type Failpoint = `${ExternalCall}.before` | `${ExternalCall}.after` | Step;

export const FAILPOINTS: readonly Failpoint[] = [
  ...CALLS.flatMap((call) => [`${call}.before`, `${call}.after`] as const),
  ...STEPS,
];

type Hook = (name: Failpoint) => void | Promise<void>;
let hook: Hook | null = null;

/** Sets the hook of this process; null removes it. */
export function setFailpointHook(next: Hook | null) {
  hook = next;
}

export const failpoint = async (name: Step): Promise<void> => runHook(name);

/** Wraps a call to another system. */
export async function externalCall<T>(name: ExternalCall, call: () => Promise<T>): Promise<T> {
  await runHook(`${name}.before`);
  const result = await call();
  await runHook(`${name}.after`);
  return result;
}

async function runHook(name: Failpoint) {
  await hook?.(name);
}

const ACTIONS = ['throw', 'hang', 'kill'] as const;
type Action = (typeof ACTIONS)[number];

/**
 * Parses a hook for a crash test: 'charge.claimed=kill,stripe.refund.after@2=throw'. `@2` means the
 * second pass; without it, every pass. Throws for unknown failpoints and actions.
 */
export function parseHook(text: string): Hook {
  const plans = text.split(',').map(parsePlan);
  const passes = new Map<Failpoint, number>();
  return async (name) => {
    const count = (passes.get(name) ?? 0) + 1;
    passes.set(name, count);
    const plan = plans.find((each) => each.name === name && (each.at === null || each.at === count));
    if (plan) await perform(plan.action, name);
  };
}

function parsePlan(text: string): { name: Failpoint; at: number | null; action: Action } {
  const [, name, at, action] = /^([\w.]+)(?:@(\d+))?=(\w+)$/.exec(text.trim()) ?? [];
  if (!FAILPOINTS.includes(name as Failpoint)) throw new Error(`Unknown failpoint in "${text}".`);
  if (!ACTIONS.includes(action as Action)) throw new Error(`"${text}" must end with one of: ${ACTIONS.join(', ')}.`);
  return { name: name as Failpoint, at: at ? Number(at) : null, action: action as Action };
}

async function perform(action: Action, name: Failpoint) {
  if (action === 'throw') throw new Error(`failpoint ${name}`);
  if (action === 'kill') process.kill(process.pid, 'SIGKILL');
  await new Promise(() => {});
}

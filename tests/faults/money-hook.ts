/** Loaded into a server before it starts (node --import), so that a test can stop it at failpoints by messages. */
import { randomUUID } from 'node:crypto';
import http from 'node:http';
import { type Failpoint, setFailpointHook } from '#server/platform/failpoints.ts';

/**
 * `arm`: the next caller at that point waits. `release`: all waiting callers continue. `give up soon`: shortens the
 * timeout of Stripe calls from 25 seconds to 1.5. `forget keys`: for the control, gives every call a different key.
 */
export type HookCommand = { do: 'arm'; name: Failpoint } | { do: 'disarm' } | { do: 'release' } | PersistentCommand;
export type PersistentCommand = { do: 'give up soon' } | { do: 'forget keys' };
export type Report = { is: 'done' } | { is: 'waiting'; name: Failpoint };

const SOON_MS = 1_500;

let armed: Failpoint | null = null;
let isForgetful = false;
let isImpatient = false;
const waiting: (() => void)[] = [];
const report = (message: Report) => process.send!(message);

setFailpointHook(async (name) => {
  if (name !== armed) return;
  armed = null;
  const goOn = new Promise<void>((resolve) => waiting.push(resolve));
  report({ is: 'waiting', name });
  await goOn;
});

process.on('message', (order: HookCommand) => {
  if (order.do === 'arm') armed = order.name;
  if (order.do === 'disarm') armed = null;
  if (order.do === 'release') for (const goOn of waiting.splice(0)) goOn();
  if (order.do === 'forget keys') isForgetful = true;
  if (order.do === 'give up soon') isImpatient = true;
  report({ is: 'done' });
});

const { request } = http;
/** Only Stripe's package uses http.request in the server. */
http.request = ((options: http.RequestOptions) => {
  const headers = options.headers as Record<string, string>;
  if (isForgetful && headers['Idempotency-Key']) headers['Idempotency-Key'] = randomUUID();
  const asked = request(options);
  const setTimeout = asked.setTimeout.bind(asked);
  asked.setTimeout = (ms, heard) => setTimeout(isImpatient ? SOON_MS : ms, heard);
  return asked;
}) as typeof http.request;

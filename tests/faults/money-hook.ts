/** Hook loaded into a server before it starts (node --import). Messages from the test pause calls at failpoints. */
import { randomUUID } from 'node:crypto';
import http from 'node:http';
import { type Failpoint, setFailpointHook } from '#server/platform/failpoints.ts';

/**
 * `arm`: the next caller at that point waits. `disarm`: cancels `arm`. `release`: all waiting callers continue.
 * `shorten timeouts`: shortens the timeout of Stripe calls from 25 seconds to 1.5. `randomize keys`: replaces every
 * idempotency key with a random one, so that the control charges twice.
 */
export type HookCommand = { do: 'arm'; name: Failpoint } | { do: 'disarm' } | { do: 'release' } | PersistentCommand;
/** Sent again to every restarted server. */
export type PersistentCommand = { do: 'shorten timeouts' } | { do: 'randomize keys' };
export type Report = { state: 'done' } | { state: 'waiting'; name: Failpoint };

const SHORT_TIMEOUT_MS = 1_500;

let armedFailpoint: Failpoint | null = null;
let shouldRandomizeKeys = false;
let hasShortTimeouts = false;
const waiting: (() => void)[] = [];
const report = (message: Report) => process.send!(message);

setFailpointHook(async (name) => {
  if (name !== armedFailpoint) return;
  armedFailpoint = null;
  const resume = new Promise<void>((resolve) => waiting.push(resolve));
  report({ state: 'waiting', name });
  await resume;
});

process.on('message', (command: HookCommand) => {
  if (command.do === 'arm') armedFailpoint = command.name;
  if (command.do === 'disarm') armedFailpoint = null;
  if (command.do === 'release') for (const resume of waiting.splice(0)) resume();
  if (command.do === 'randomize keys') shouldRandomizeKeys = true;
  if (command.do === 'shorten timeouts') hasShortTimeouts = true;
  report({ state: 'done' });
});

const { request } = http;
/** In this trial's server, only Stripe's package calls `http.request`, and always with options alone. */
http.request = ((options: http.RequestOptions) => {
  const headers = options.headers as Record<string, string>;
  if (shouldRandomizeKeys && headers['Idempotency-Key']) headers['Idempotency-Key'] = randomUUID();
  const clientRequest = request(options);
  const setTimeout = clientRequest.setTimeout.bind(clientRequest);
  clientRequest.setTimeout = (ms, callback) => setTimeout(hasShortTimeouts ? SHORT_TIMEOUT_MS : ms, callback);
  return clientRequest;
}) as typeof http.request;

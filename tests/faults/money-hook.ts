/** Hook loaded into a server before it starts (node --import). Messages of the test stop the server at failpoints. */
import { randomUUID } from 'node:crypto';
import http from 'node:http';
import { type Failpoint, setFailpointHook } from '#server/platform/failpoints.ts';

/**
 * `arm`: the next caller at that point waits. `release`: all waiting callers continue. `shorten timeouts`: shortens the
 * timeout of Stripe calls from 25 seconds to 1.5. `forget keys`: for the control, gives every call a different key.
 */
export type HookCommand = { do: 'arm'; name: Failpoint } | { do: 'disarm' } | { do: 'release' } | PersistentCommand;
export type PersistentCommand = { do: 'shorten timeouts' } | { do: 'forget keys' };
export type Report = { state: 'done' } | { state: 'waiting'; name: Failpoint };

const SHORT_TIMEOUT_MS = 1_500;

let armed: Failpoint | null = null;
let forgetsKeys = false;
let hasShortTimeouts = false;
const waiting: (() => void)[] = [];
const report = (message: Report) => process.send!(message);

setFailpointHook(async (name) => {
  if (name !== armed) return;
  armed = null;
  const resume = new Promise<void>((resolve) => waiting.push(resolve));
  report({ state: 'waiting', name });
  await resume;
});

process.on('message', (command: HookCommand) => {
  if (command.do === 'arm') armed = command.name;
  if (command.do === 'disarm') armed = null;
  if (command.do === 'release') for (const resume of waiting.splice(0)) resume();
  if (command.do === 'forget keys') forgetsKeys = true;
  if (command.do === 'shorten timeouts') hasShortTimeouts = true;
  report({ state: 'done' });
});

const { request } = http;
/** Only Stripe's package uses http.request in the server. */
http.request = ((options: http.RequestOptions) => {
  const headers = options.headers as Record<string, string>;
  if (forgetsKeys && headers['Idempotency-Key']) headers['Idempotency-Key'] = randomUUID();
  const clientRequest = request(options);
  const setTimeout = clientRequest.setTimeout.bind(clientRequest);
  clientRequest.setTimeout = (ms, callback) => setTimeout(hasShortTimeouts ? SHORT_TIMEOUT_MS : ms, callback);
  return clientRequest;
}) as typeof http.request;

import { isbot } from 'isbot';
import type { UserAgentClass } from '#prisma';

/** Sent by browsers and email programs that load a page before anyone asked for it. */
const PURPOSES = ['sec-purpose', 'purpose', 'x-purpose', 'x-moz'];
const AHEAD = /prefetch|prerender|preview/i;

/** Classifies the request for a link by its method and headers. Settlement decides if the click is billed. */
export function userAgentClass(request: {
  method: string;
  header: (name: string) => string | undefined;
}): UserAgentClass {
  if (request.method === 'HEAD') return 'head';
  if (PURPOSES.some((name) => AHEAD.test(request.header(name) ?? ''))) return 'prefetch';
  const agent = request.header('user-agent');
  return !agent || isbot(agent) ? 'bot' : 'person';
}

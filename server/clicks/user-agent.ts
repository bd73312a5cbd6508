import { isbot } from 'isbot';
import type { UserAgentClass } from '#prisma';

/** Headers with which browsers and email programs announce that nobody has requested the page yet. */
const PURPOSE_HEADERS = ['sec-purpose', 'purpose', 'x-purpose', 'x-moz'];
const PREFETCH = /prefetch|prerender|preview/i;

/** Classifies the request for a link by its method and headers. Settlement decides if the click is billed. */
export function userAgentClass(request: {
  method: string;
  header: (name: string) => string | undefined;
}): UserAgentClass {
  if (request.method === 'HEAD') return 'head';
  if (PURPOSE_HEADERS.some((name) => PREFETCH.test(request.header(name) ?? ''))) return 'prefetch';
  const agent = request.header('user-agent');
  return !agent || isbot(agent) ? 'bot' : 'person';
}

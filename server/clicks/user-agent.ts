import { isbot } from 'isbot';
import type { UserAgentClass } from '#prisma';

/** What asked for the link, as far as its headers say. The verdict on the click is made at settlement. */
export function userAgentClass(request: {
  method: string;
  user_agent: string | undefined;
  purpose: string | undefined;
}): UserAgentClass {
  if (request.method === 'HEAD') return 'head';
  if (/prefetch|preview/i.test(request.purpose ?? '')) return 'prefetch';
  return !request.user_agent || isbot(request.user_agent) ? 'bot' : 'person';
}

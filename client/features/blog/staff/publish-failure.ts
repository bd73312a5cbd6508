/** Notices about a post that wasn't published, scheduled, or unpublished. */
import { errorMessages } from '#client/api/error-messages.ts';
import { isResponseLost } from '#client/api/idempotency-key.ts';
import type { BlogPatch, BlogStatus } from '#shared/blog.ts';
import { isRefusal } from './create-post.ts';

type Attempt = { published_at: BlogPatch['published_at']; status: BlogStatus };

/** '' after a 403, which ends the session. Without the server's refusal, the outcome is unknown. */
export function publishFailureText(error: unknown, { published_at, status }: Attempt, supportEmail: string): string {
  const [subject, verb] =
    published_at === 'now'
      ? ['post', 'published']
      : published_at
        ? ['post', 'scheduled']
        : status === 'scheduled'
          ? ['schedule', 'canceled']
          : ['post', 'unpublished'];
  if (!isRefusal(error))
    return `We couldn’t reach the server, so the ${subject} may not have been ${verb}. Please try again.`;
  if (isResponseLost(error))
    return `The server stopped before it answered, so the ${subject} may be ${verb}. Look at the list of posts before you try again.`;
  const reason = errorMessages(error, { supportEmail }).join(' ');
  return reason && `The ${subject} wasn’t ${verb}. ${reason}`;
}

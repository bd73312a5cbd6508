import { implement } from '#server/api/implement.ts';
import type { Deps } from '#server/platform/deps.ts';
import { take } from '#server/platform/http/rate-limits.ts';
import { contactApi } from '#shared/api/contact.ts';
import { sendToSupport } from './send-to-support.ts';

const THANKS = 'Thank you. We received your message and will reply by email, usually within two business days.';

export const contactRoutes = (deps: Deps) =>
  implement(contactApi, {
    // A bot that filled the hidden field gets the same answer.
    send: async ({ body: { website, ...message }, network }) => {
      await take(deps.limits.contact, network);
      if (!website) await sendToSupport(deps, message);
      return { message: THANKS };
    },
  });

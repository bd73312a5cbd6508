import { implement } from '#server/api/implement.ts';
import type { Deps } from '#server/platform/deps.ts';
import { consume } from '#server/platform/http/rate-limits.ts';
import type { Operator } from '#server/platform/operator.ts';
import { contactApi } from '#shared/api/contact.ts';
import { sendToSupport } from './send-to-support.ts';

const thanks = ({ reply_time }: Operator) =>
  `Thanks! We got your message and will reply by email${reply_time ? `, usually within ${reply_time}` : ''}.`;

export const contactRoutes = (deps: Deps) =>
  implement(contactApi, {
    // A bot that filled in the hidden field gets the same response.
    send: async ({ body: { website, ...message }, network }) => {
      await consume(deps.limits.contact, network);
      if (!website) await sendToSupport(deps, message);
      return { message: thanks(deps.config.operator) };
    },
  });

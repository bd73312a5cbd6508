import { type Request, Router } from 'express';
import { implement } from '#server/api/implement.ts';
import { addressOf } from '#server/auth/guards.ts';
import type { Deps } from '#server/platform/deps.ts';
import { plainForm } from '#server/platform/http/plain-form.ts';
import { take } from '#server/platform/http/rate-limits.ts';
import { contactApi } from '#shared/api/contact.ts';
import { ContactInput } from '#shared/contact.ts';
import { sendToSupport } from './send-to-support.ts';

const THANKS = 'Thank you. We have your message and answer by mail, usually within two working days.';

export const contactRoutes = (deps: Deps) =>
  implement(contactApi, {
    send: async ({ body, network }) => {
      await receive(deps, body, network);
      return { message: THANKS };
    },
  });

/** The page's own form, where there is no script. */
export const contactForms = (deps: Deps): Router =>
  Router().post(
    '/contact',
    plainForm((req: Request) => receive(deps, ContactInput.parse(req.body ?? {}), addressOf(req))),
  );

/** A robot that filled the hidden field is thanked like everybody else. */
async function receive(deps: Deps, { website, ...message }: ContactInput, network: string) {
  await take(deps.limits.contact, network);
  if (!website) await sendToSupport(deps, message);
}

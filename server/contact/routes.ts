import { type Request, Router } from 'express';
import { addressOf } from '#server/auth/guards.ts';
import type { Deps } from '#server/platform/deps.ts';
import { bodyOf } from '#server/platform/http/params.ts';
import { plainForm } from '#server/platform/http/plain-form.ts';
import { take } from '#server/platform/http/rate-limits.ts';
import { ContactInput } from '#shared/contact.ts';
import { sendToSupport } from './service.ts';

const THANKS = 'Thank you. We have your message and answer by mail, usually within two working days.';

export function contactRoutes(deps: Deps): Router {
  const router = Router();
  router.post('/', async (req, res) => {
    await receive(deps, req);
    res.status(201).json({ message: THANKS });
  });
  return router;
}

/** The page's own form, where there is no script. */
export const contactForms = (deps: Deps): Router =>
  Router().post(
    '/contact',
    plainForm((req) => receive(deps, req)),
  );

/** A robot that filled the hidden field is thanked like everybody else. */
async function receive(deps: Deps, req: Request) {
  const { website, ...message } = ContactInput.parse(bodyOf(req));
  await take(deps.limits.contact, addressOf(req));
  if (!website) await sendToSupport(deps, message);
}

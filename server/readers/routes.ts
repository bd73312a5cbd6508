import { type Request, Router } from 'express';
import type * as z from 'zod';
import { implement } from '#server/api/implement.ts';
import { addressOf } from '#server/auth/guards.ts';
import type { Deps } from '#server/platform/deps.ts';
import { missing } from '#server/platform/errors.ts';
import { plainForm } from '#server/platform/http/plain-form.ts';
import { take } from '#server/platform/http/rate-limits.ts';
import { readersApi } from '#shared/api/readers.ts';
import { pathParam } from '#shared/params.ts';
import { paths } from '#shared/paths.ts';
import { ReaderConfirmation, ReaderInput } from '#shared/readers.ts';
import { presentReader, presentReaderExport } from './presenter.ts';
import {
  confirmReader,
  eraseReader,
  exportReader,
  readerByUuid,
  signUpReader,
  unsubscribeByToken,
  unsubscribeReader,
  updateReader,
} from './service.ts';

/** True for every address, whatever we know about it: nobody can probe who reads here. */
const CHECK_YOUR_INBOX =
  'If this address isn’t subscribed yet and can receive our email, you’ll find a confirmation link in your inbox within a few minutes.';

export const readerRoutes = (deps: Deps) =>
  implement(readersApi, {
    signUp: async ({ body, network }) => {
      await signUp(deps, body, network);
      return { message: CHECK_YOUR_INBOX };
    },
    confirm: async ({ body }) => ({ reader: presentReader(await confirmReader(deps, body.token)) }),
    show: async ({ uuid }) => ({ reader: presentReader(await readerByUuid(deps, uuid)) }),
    update: async ({ uuid, body }) => ({ reader: presentReader(await updateReader(deps, uuid, body)) }),
    unsubscribe: async ({ uuid, body }) => ({
      reader: presentReader(await unsubscribeReader(deps, uuid, body.reason ?? null)),
    }),
    export: async ({ uuid, res }) => {
      const held = await exportReader(deps, uuid);
      res.attachment('deckle-reader.json');
      return presentReaderExport(held);
    },
    erase: ({ uuid }) => eraseReader(deps, uuid),
    // RFC 8058: the mail program posts without a session. A GET, which scanners send, never unsubscribes: people get a page with a button.
    unsubscribePage: ({ token, res }) => res.redirect(paths.readerUnsubscribe(encodeURIComponent(token))),
    oneClickUnsubscribe: async ({ token }) => {
      await unsubscribeByToken(deps, token);
      return { message: 'You are unsubscribed.' };
    },
  });

/** What pages offer where there is no script. A genre's box holds the ids of its categories. */
export function readerForms(deps: Deps): Router {
  const router = Router();
  const signUpByForm = (req: Request) => {
    const { email, genres = [] } = (req.body ?? {}) as { email?: unknown; genres?: string | string[] };
    const input = { email, category_ids: [genres].flat().join().split(',').map(Number) };
    return signUp(deps, ReaderInput.parse(input), addressOf(req));
  };
  router.post('/', plainForm(signUpByForm, '#sign-up'));
  router.post(
    '/readers/confirm',
    plainForm((req) => confirmReader(deps, ReaderConfirmation.parse({ token: req.query.token }).token)),
  );
  router.post(
    '/readers/unsubscribe',
    plainForm((req) => unsubscribeByToken(deps, String(req.query.token ?? ''))),
  );
  router.post(
    '/readers/:uuid/edit',
    plainForm((req) => unsubscribeReader(deps, uuidOf(req), null)),
  );
  return router;
}

async function signUp(deps: Deps, input: z.output<typeof ReaderInput>, network: string) {
  await take(deps.limits.readerSignUps, network);
  await signUpReader(deps, input);
}

function uuidOf({ params }: Request) {
  const parsed = pathParam('uuid').safeParse(params.uuid);
  if (!parsed.success) throw missing();
  return parsed.data as string;
}

import { type Request, Router } from 'express';
import { addressOf } from '#server/auth/guards.ts';
import type { Deps } from '#server/platform/deps.ts';
import { missing } from '#server/platform/errors.ts';
import { bodyOf } from '#server/platform/http/params.ts';
import { plainForm } from '#server/platform/http/plain-form.ts';
import { take } from '#server/platform/http/rate-limits.ts';
import { paths } from '#shared/paths.ts';
import { ReaderConfirmation, ReaderInput, ReaderPatch, ReaderUnsubscription, ReaderUuid } from '#shared/readers.ts';
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

export function readerRoutes(deps: Deps): Router {
  const router = Router();
  router.post('/', async (req, res) => {
    await signUp(deps, req, bodyOf(req));
    res.status(201).json({ message: CHECK_YOUR_INBOX });
  });
  router.post('/confirm', async (req, res) => {
    const { token } = ReaderConfirmation.parse(bodyOf(req));
    res.json({ reader: presentReader(await confirmReader(deps, token)) });
  });
  router.get('/:uuid', async (req, res) => {
    res.json({ reader: presentReader(await readerByUuid(deps, uuidOf(req))) });
  });
  router.patch('/:uuid', async (req, res) => {
    const uuid = uuidOf(req);
    res.json({ reader: presentReader(await updateReader(deps, uuid, ReaderPatch.parse(bodyOf(req)))) });
  });
  router.post('/:uuid/unsubscribe', async (req, res) => {
    const { reason } = ReaderUnsubscription.parse(bodyOf(req));
    res.json({ reader: presentReader(await unsubscribeReader(deps, uuidOf(req), reason ?? null)) });
  });
  router.get('/:uuid/export', async (req, res) => {
    const held = await exportReader(deps, uuidOf(req));
    res.attachment('deckle-reader.json').json(presentReaderExport(held));
  });
  router.delete('/:uuid', async (req, res) => {
    await eraseReader(deps, uuidOf(req));
    res.status(204).end();
  });
  return router;
}

/** RFC 8058: the mail program posts without a session. A GET, which scanners send, never unsubscribes: people get a page with a button. */
export function unsubscribeRoutes(deps: Deps): Router {
  const router = Router();
  router.get('/:token', (req, res) => {
    res.redirect(paths.readerUnsubscribe(encodeURIComponent(req.params.token)));
  });
  router.post('/:token', async (req, res) => {
    await unsubscribeByToken(deps, String(req.params.token));
    res.json({ message: 'You are unsubscribed.' });
  });
  return router;
}

/** What pages offer where there is no script. A genre's box holds the ids of its categories. */
export function readerForms(deps: Deps): Router {
  const router = Router();
  const signUpByForm = (req: Request) => {
    const { email, genres = [] } = bodyOf(req) as { email?: unknown; genres?: string | string[] };
    return signUp(deps, req, { email, category_ids: [genres].flat().join().split(',').map(Number) });
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

async function signUp(deps: Deps, req: Request, body: unknown) {
  const input = ReaderInput.parse(body);
  await take(deps.limits.readerSignUps, addressOf(req));
  await signUpReader(deps, input);
}

function uuidOf(req: Request) {
  const parsed = ReaderUuid.safeParse(req.params);
  if (!parsed.success) throw missing();
  return parsed.data.uuid;
}

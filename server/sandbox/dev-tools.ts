/** The demo's tools under /dev: mailbox, clock, and fake Stripe. Never mounted outside the sandbox. */
import express, { Router } from 'express';
import * as z from 'zod';
import { businessDate } from '#server/platform/clock.ts';
import type { Deps } from '#server/platform/deps.ts';
import { invalidBase, notFound } from '#server/platform/errors.ts';
import { boundedBody } from '#server/platform/http/bounded-body.ts';
import { limitBy, networkBucket } from '#server/platform/http/network-buckets.ts';
import { listQuery, pathParam } from '#shared/params.ts';
import { bankPageRoutes } from './bank-page.ts';
import { findAdvanceTarget, saveClock, shiftSessions } from './demo-clock.ts';
import { devGate } from './dev-gate.ts';
import {
  clockPage,
  devIndexPage,
  mailboxPage,
  messagePage,
  stripePage,
  templatePage,
  templatesPage,
  withoutClock,
} from './dev-pages.ts';
import { mailTemplate, mailTemplates } from './mail-templates.ts';
import { capturedMessage, readMailbox } from './mailbox.ts';
import type { SandboxStripe } from './stripe/server.ts';

type Parts = { stripe: SandboxStripe | null; advance: (target: Date) => Promise<string[]> };

/** Limit per minute and network for visitors of a public demo. */
const MAX_PUBLIC_REQUESTS = 60;
const MAX_FORM_BYTES = 16 * 1024;
const PAGE_POLICY =
  "default-src 'none'; style-src 'unsafe-inline'; img-src * data:; frame-src 'self'; form-action 'self'; frame-ancestors 'self'; base-uri 'none'";
const MAIL_POLICY =
  "default-src 'none'; style-src 'unsafe-inline'; img-src * data:; frame-ancestors 'self'; sandbox allow-popups";

const ClockChange = z.union([
  z.object({ now: z.iso.datetime({ offset: true }) }),
  z.object({ advance_to: z.enum(['next_cutoff', 'click_window_end']) }),
]);
const MailboxQuery = listQuery(['id'], {
  to: z.string().max(254).optional(),
  limit: z.coerce.number().int().min(1).max(1000).default(200),
});

export function createDevTools(deps: Deps, { stripe, advance }: Parts): Router {
  const router = Router();
  router.use(devGate(deps.config));
  if (deps.config.isPublicDemo) router.use(limitBy(networkBucket(MAX_PUBLIC_REQUESTS, 60)));
  router.use(boundedBody(MAX_FORM_BYTES, express.urlencoded({ extended: false, limit: MAX_FORM_BYTES })));
  const sendPage = (res: express.Response, html: string) =>
    res
      .set('Content-Security-Policy', PAGE_POLICY)
      .type('html')
      .send(deps.config.isPublicDemo ? withoutClock(html) : html);
  const sendEmailHtml = (res: express.Response, html: string) =>
    res.set({ 'Content-Security-Policy': MAIL_POLICY, 'X-Frame-Options': 'SAMEORIGIN' }).type('html').send(html);
  const readClock = () => ({ now: deps.now().toISOString(), business_date: businessDate(deps.now()) });

  router.get('/', (_req, res) => sendPage(res, devIndexPage(readClock())));

  router.get('/mailbox.json', async (req, res) => {
    const { to, limit } = MailboxQuery.parse(req.query);
    res.json({ messages: await readMailbox(deps.db, { to, limit }) });
  });
  router.get('/mailbox', async (req, res) => {
    const { to } = MailboxQuery.parse(req.query);
    sendPage(res, mailboxPage(await readMailbox(deps.db, { to, limit: 100 }), to));
  });
  const findMessage = async (req: express.Request) => {
    const id = pathParam('id').safeParse(req.params.id);
    const captured = id.success ? await capturedMessage(deps.db, id.data as number) : null;
    if (!captured) throw notFound();
    return captured;
  };
  const renderTemplate = async (req: express.Request) => {
    const rendered = await mailTemplate(deps, String(req.params.name));
    if (!rendered) throw notFound();
    return rendered;
  };
  router.get('/mailbox/templates', async (_req, res) => sendPage(res, templatesPage(await mailTemplates(deps))));
  router.get('/mailbox/templates/:name', async (req, res) => sendPage(res, templatePage(await renderTemplate(req))));
  router.get('/mailbox/templates/:name/html', async (req, res) => sendEmailHtml(res, (await renderTemplate(req)).html));
  router.get('/mailbox/:id', async (req, res) => sendPage(res, messagePage(await findMessage(req))));
  router.get('/mailbox/:id/html', async (req, res) => sendEmailHtml(res, (await findMessage(req)).html));

  router.get('/clock', (req, res) => {
    if (req.accepts(['json', 'html']) === 'html') return sendPage(res, clockPage(readClock()));
    return res.json({ ...readClock(), ran: [] });
  });
  router.post('/clock', async (req, res) => {
    const target = await targetOf(req.body);
    const before = deps.now();
    await shiftSessions(deps, target.getTime() - before.getTime());
    const ran = await advance(target);
    await stripe?.webhooks.flush();
    await saveClock(deps);
    if (req.is('urlencoded')) return res.redirect(303, '/dev/clock');
    return res.json({ ...readClock(), ran });
  });
  async function targetOf(body: unknown): Promise<Date> {
    const change = ClockChange.parse(body ?? {});
    const target = 'now' in change ? new Date(change.now) : await findAdvanceTarget(deps, change.advance_to);
    if (!target) throw invalidBase('No promotion has an open click window.');
    return target;
  }

  router.get('/stripe', (_req, res) => sendPage(res, stripePage(stripe?.journal() ?? [], stripe?.faults.list() ?? [])));
  if (stripe) router.use('/stripe/confirm', bankPageRoutes(deps, stripe, sendPage));
  router.get('/stripe.json', (_req, res) => {
    res.json({ journal: stripe?.journal() ?? [], faults: stripe?.faults.list() ?? [] });
  });
  router.post('/stripe/faults', (req, res) => {
    if (!stripe) throw notFound();
    stripe.faults.add(req.body);
    res.json({ faults: stripe.faults.list() });
  });
  router.delete('/stripe/faults', (_req, res) => {
    if (!stripe) throw notFound();
    stripe.faults.clear();
    res.json({ faults: [] });
  });
  return router;
}

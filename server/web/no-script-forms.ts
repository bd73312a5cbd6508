/**
 * Forms for browsers without JavaScript, posted to their page's own URL. They make the same calls as the API and
 * redirect to the page, which shows the result.
 * See docs/decisions/0012-essential-forms-without-script.md.
 */
import express, { type Request, type RequestHandler, Router } from 'express';
import { ZodError } from 'zod';
import type { Route } from '#server/api/implement.ts';
import { callAsVisitor } from '#server/api/in-process.ts';
import { AppError, forbidden } from '#server/platform/errors.ts';
import { boundedBody } from '#server/platform/http/bounded-body.ts';
import { contactApi } from '#shared/api/contact.ts';
import type { Operation } from '#shared/api/operation.ts';
import { partnersApi } from '#shared/api/partners.ts';
import { readersApi } from '#shared/api/readers.ts';
import type { FormOutcome } from '#shared/no-script-forms.ts';
import { listItemOf } from '#shared/reader-list.ts';

/** A character of the longest message takes up to nine bytes in a form. */
const MAX_BYTES = 64 * 1024;

type NoScriptFormSpec = {
  page: string;
  operation: Operation;
  /** Unvalidated parameters and body of the call. */
  input(req: Request): { body?: unknown; [param: string]: unknown };
  /** The fragment of the page that has the form. */
  hash?: string;
};

/** The values of genres are the ids of their categories, or "all". `page` names the page that had the form. */
const signUpInput = ({ path, body: { email, genres = [], page = path } }: Request) => ({
  body: { email, page, category_ids: genres === 'all' ? 'all' : [genres].flat().join().split(',').map(Number) },
});

const FORMS: readonly NoScriptFormSpec[] = [
  { page: '/', operation: readersApi.signUp, hash: '#sign-up', input: signUpInput },
  ...['/newsletter', '/newsletter/:genre', '/newsletter/embed/:genre'].map((page) => ({
    ...{ page, operation: readersApi.signUp, input: signUpInput },
  })),
  {
    page: '/readers/confirm',
    operation: readersApi.confirm,
    input: ({ query: { token } }) => ({ body: { token } }),
  },
  {
    page: '/readers/unsubscribe',
    operation: readersApi.oneClickUnsubscribe,
    input: ({ query: { token } }) => ({ token }),
  },
  ...['/books/:id/:name', '/authors/:id/:name'].map((page) => ({
    ...{ page, operation: readersApi.requestListItem, hash: '#follow' },
    input: ({ path, body: { email, item } }: Request) => ({ body: { ...listItemOf(item), email, page: path } }),
  })),
  {
    page: '/readers/:uuid/list',
    operation: readersApi.addToList,
    input: ({ params, query: { item, from } }) => ({ ...params, body: { ...listItemOf(String(item)), page: from } }),
  },
  { page: '/readers/:uuid/keep', operation: readersApi.keep, input: ({ params }) => ({ ...params, body: {} }) },
  { page: '/readers/:uuid/edit', operation: readersApi.unsubscribe, input: ({ params }) => ({ ...params, body: {} }) },
  ...(['reminder', 'recapture'] as const).map((kind) => ({
    page: `/partners/unsubscribe-${kind}-email`,
    operation: partnersApi.unsubscribe,
    input: ({ query: { token } }: Request) => ({ body: { kind, token } }),
  })),
  {
    page: '/partners/verify-email',
    operation: partnersApi.verifyEmail,
    input: ({ query: { token } }) => ({ body: { token } }),
  },
  { page: '/contact', operation: contactApi.send, input: ({ body }) => ({ body }) },
];

/** `routes` are the API's. */
export function noScriptFormRoutes(routes: readonly Route[]): Router {
  const router = Router();
  const call = callAsVisitor(routes);
  const readForm = boundedBody(MAX_BYTES, express.urlencoded({ extended: false, limit: MAX_BYTES }));
  for (const { page, operation, input, hash = '' } of FORMS)
    router.post(page, refuseOtherSites, readForm, async (req, res) => {
      req.body ??= {};
      const query = new URLSearchParams(req.originalUrl.split('?')[1]);
      query.set('sent', await submitForm(() => call(operation, input(req), req)));
      res.set('Cache-Control', 'no-store').redirect(303, `${req.path}?${query}${hash}`);
    });
  return router;
}

/** Refuses posts from other origins. They can't send JSON, but they can submit a form; browsers label such requests. */
const refuseOtherSites: RequestHandler = (req, _res, next) => {
  const site = req.get('sec-fetch-site');
  next(
    site === 'cross-site' || site === 'same-site'
      ? forbidden('We couldn’t verify where this form came from. Please go back and submit it again.')
      : undefined,
  );
};

async function submitForm(call: () => Promise<unknown>): Promise<FormOutcome> {
  try {
    await call();
    return 'done';
  } catch (error) {
    if (error instanceof AppError && error.status === 429) return 'later';
    if (error instanceof ZodError || (error instanceof AppError && error.status < 500)) return 'check';
    throw error;
  }
}

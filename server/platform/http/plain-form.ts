/**
 * Forms of browsers without script: the same calls as the API's, answered by the page itself, which says how it went.
 * See docs/decisions/0012-essential-forms-without-script.md.
 */
import express, { type Request, type RequestHandler } from 'express';
import { ZodError } from 'zod';
import type { Outcome } from '#shared/plain-forms.ts';
import { AppError, forbidden } from '../errors.ts';
import { boundedBody } from './bounded-body.ts';

const MAX_BYTES = 16 * 1024;

/** `hash`: the part of the page where the form stands. */
export const plainForm = (call: (req: Request) => Promise<unknown>, hash = ''): RequestHandler[] => [
  refuseOtherSites,
  boundedBody(MAX_BYTES, express.urlencoded({ extended: false, limit: MAX_BYTES })),
  async (req, res) => {
    const query = new URLSearchParams(req.originalUrl.split('?')[1]);
    query.set('sent', await outcomeOf(() => call(req)));
    res.set('Cache-Control', 'no-store').redirect(303, `${req.path}?${query}${hash}`);
  },
];

/** JSON cannot be sent from another site's page, a form can; browsers say so themselves. */
const refuseOtherSites: RequestHandler = (req, _res, next) => {
  const site = req.get('sec-fetch-site');
  next(
    site === 'cross-site' || site === 'same-site' ? forbidden('Please send the form from its own page.') : undefined,
  );
};

async function outcomeOf(call: () => Promise<unknown>): Promise<Outcome> {
  try {
    await call();
    return 'done';
  } catch (error) {
    if (error instanceof AppError && error.status === 429) return 'later';
    if (error instanceof ZodError || (error instanceof AppError && error.status < 500)) return 'check';
    throw error;
  }
}

import type { RequestHandler } from 'express';
import { IdParams } from '#shared/params.ts';
import { missing } from '../errors.ts';

/** The id in the path. What is no id names no record. */
export function idOf(req: { params: object }): number {
  const parsed = IdParams.safeParse(req.params);
  if (!parsed.success) throw missing();
  return parsed.data.id;
}

/** The body as an object, also when there was none: each schema says what is missing. */
export const bodyOf = (req: { body?: unknown }): unknown => req.body ?? {};

/** Clients made for Rails may update with either (design 2-api). */
export const putIsPatch: RequestHandler = (req, _res, next) => {
  if (req.method === 'PUT') req.method = 'PATCH';
  next();
};

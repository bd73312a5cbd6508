import type { RequestHandler } from 'express';

/** Clients made for Rails may update with either (design 2-api). */
export const putIsPatch: RequestHandler = (req, _res, next) => {
  if (req.method === 'PUT') req.method = 'PATCH';
  next();
};

/** Errors of Stripe's v1 API. */
import { maskCardNumbers } from './cards.ts';

/** The content of `{ error: … }`. */
export type StripeErrorBody = {
  type: 'api_error' | 'card_error' | 'idempotency_error' | 'invalid_request_error';
  message: string;
  code?: string;
  decline_code?: string;
  param?: string;
  doc_url?: string;
  [extra: string]: unknown;
};

export class StripeFailure extends Error {
  readonly status: number;
  readonly error: StripeErrorBody;

  constructor(status: number, error: StripeErrorBody) {
    super(error.message);
    this.status = status;
    this.error = error.code ? { ...error, doc_url: docUrl(error.code) } : error;
  }
}

const docUrl = (code: string) => `https://stripe.com/docs/error-codes/${code.replaceAll('_', '-')}`;

/** 400 about one parameter or an object's state. */
export const invalidRequest = (message: string, more: Omit<Partial<StripeErrorBody>, 'message' | 'type'> = {}) =>
  new StripeFailure(400, { type: 'invalid_request_error', message, ...more });

/** Stripe's names of the id in the path: `intent` for intents, otherwise `id`. */
const PATH_PARAMS = ['id', 'intent'];

/** 404 for the path's `:id`; 400, like Stripe, for an object in a parameter. */
export const noSuch = (object: string, id: string, param = 'id') =>
  new StripeFailure(PATH_PARAMS.includes(param) ? 404 : 400, {
    type: 'invalid_request_error',
    code: 'resource_missing',
    param,
    message: `No such ${object}: '${maskCardNumbers(id)}'`,
  });

export const unknownUrl = (method: string, path: string) =>
  new StripeFailure(404, {
    type: 'invalid_request_error',
    message: `Unrecognized request URL (${method}: ${path}). Please see https://stripe.com/docs or we can help at https://support.stripe.com/.`,
  });

export const unauthorized = (message: string, code?: string) =>
  new StripeFailure(401, { type: 'invalid_request_error', message, ...(code && { code }) });

export const cardFailure = (error: Omit<StripeErrorBody, 'type'> & { message: string }) =>
  new StripeFailure(402, { ...error, type: 'card_error' });

export const keyUsedForOtherParams = (key: string) =>
  new StripeFailure(400, {
    type: 'idempotency_error',
    message: `Keys for idempotent requests can only be used with the same parameters they were first used with. Try using a key other than '${key}' if you meant to execute a different request.`,
  });

export const keyUsedForOtherEndpoint = (key: string, firstPath: string, path: string) =>
  new StripeFailure(400, {
    type: 'idempotency_error',
    message: `Keys for idempotent requests can only be used for the same endpoint they were first used for ('${path}' vs '${firstPath}'). Try using a key other than '${key}' if you meant to execute a different request.`,
  });

export const keyInUse = (key: string) =>
  new StripeFailure(409, {
    type: 'idempotency_error',
    code: 'idempotency_key_in_use',
    message: `There is currently another in-progress request using this Idempotent Key (that probably means you submitted twice, and the other request is still going through): ${key}. Try your request again in a bit.`,
  });

export const rateLimited = () =>
  new StripeFailure(429, {
    type: 'invalid_request_error',
    code: 'rate_limit',
    message:
      'Request rate limit exceeded. You can learn more about rate limits here https://stripe.com/docs/rate-limits.',
  });

export const internalError = () =>
  new StripeFailure(500, {
    type: 'api_error',
    message:
      'An unknown error occurred with our API. Please try again, or contact support if the problem persists: https://support.stripe.com/.',
  });

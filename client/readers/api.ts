import { call } from '#client/api/http.ts';
import type { Reader, ReaderInput, ReaderPatch } from '#shared/readers.ts';

/** Reader endpoints send no role header (spec §6). A reader is known by the uuid of their mail's link. */
export const signUpReader = (body: Pick<ReaderInput, 'email' | 'category_ids'>) =>
  call('/readers', { method: 'POST', body });

/** The reader where the server says who confirmed. */
export const confirmReader = (token: string) =>
  call<{ reader?: Reader } | undefined>('/readers/confirm', { method: 'POST', body: { token } });

export const readReader = async (uuid: string) => (await call<{ reader: Reader }>(`/readers/${uuid}`)).reader;

export const changeReader = async (uuid: string, body: ReaderPatch) =>
  (await call<{ reader: Reader }>(`/readers/${uuid}/`, { method: 'PATCH', body })).reader;

export const unsubscribeReader = (uuid: string, reason: string) =>
  call(`/readers/${uuid}/unsubscribe`, { method: 'POST', body: { reason } });

/** By the token of a newsletter's one-click address. */
export const unsubscribeByToken = (token: string) =>
  call(`/unsubscribe/${encodeURIComponent(token)}`, { method: 'POST' });

export const eraseReader = (uuid: string) => call(`/readers/${uuid}`, { method: 'DELETE' });

/** A JSON file, downloaded by the browser itself. */
export const exportUrl = (uuid: string) => `/api/v1/readers/${uuid}/export`;

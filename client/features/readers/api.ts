import { clientFor } from '#client/api/client.ts';
import { pathWith } from '#shared/api/client.ts';
import { readersApi } from '#shared/api/readers.ts';
import type { ReaderInput, ReaderPatch } from '#shared/readers.ts';

/** Reader endpoints send no role header. A reader is known by the uuid of their email's link. */
const readers = clientFor(readersApi);

export const signUpReader = (body: Pick<ReaderInput, 'email' | 'category_ids'>) => readers.signUp({ body });
export const confirmReader = (token: string) => readers.confirm({ body: { token } });
export const readReader = async (uuid: string) => (await readers.show({ uuid })).reader;
export const changeReader = async (uuid: string, body: ReaderPatch) => (await readers.update({ uuid, body })).reader;
export const unsubscribeReader = (uuid: string, reason: string) => readers.unsubscribe({ uuid, body: { reason } });
/** By the token of a newsletter's one-click address. */
export const unsubscribeByToken = (token: string) => readers.oneClickUnsubscribe({ token });
export const eraseReader = (uuid: string) => readers.erase({ uuid });
/** A JSON file, downloaded by the browser itself. */
export const exportUrl = (uuid: string) => pathWith(readersApi.export.path, { uuid });

import { ApiError } from '#client/api/api-error.ts';
import { clientFor } from '#client/api/client.ts';
import { errorMessages } from '#client/api/error-messages.ts';
import { pathWith } from '#shared/api/client.ts';
import { readersApi } from '#shared/api/readers.ts';
import { CLIENT_TEXTS } from '#shared/errors.ts';
import type { ListItemInput, ListRequest, ReaderInput, ReaderKeep, ReaderPatch } from '#shared/readers.ts';

/** The reader endpoints need no role header. A reader is known by the uuid of their email's link. */
const readers = clientFor(readersApi);

export const signUpReader = (body: Pick<ReaderInput, 'email' | 'category_ids' | 'page'>) => readers.signUp({ body });
export const confirmReader = (token: string) => readers.confirm({ body: { token } });
export const fetchReader = async (uuid: string) => (await readers.show({ uuid })).reader;
export const updateReader = async (uuid: string, body: ReaderPatch) => (await readers.update({ uuid, body })).reader;
/** Answers our last question, or starts the newsletter again. */
export const keepReader = async (uuid: string, body: ReaderKeep) => (await readers.keep({ uuid, body })).reader;
export const unsubscribeReader = (uuid: string, reason: string) => readers.unsubscribe({ uuid, body: { reason } });
export const resubscribeReader = async (uuid: string) => (await readers.resubscribe({ uuid })).reader;
/** Unsubscribes by the token of an email's one-click address. */
export const unsubscribeByToken = (token: string) => readers.oneClickUnsubscribe({ token });
/** Emails a link to a page with a button that adds the item. */
export const requestListItem = (body: ListRequest) => readers.requestListItem({ body });
export const readerKey = (uuid: string) => ['reader', uuid];
export const listKey = (uuid: string) => [...readerKey(uuid), 'list'];
/** Changes are sent one after the other, because each response is the whole list. */
export const LIST_CHANGES = { id: 'reader list' };
export const fetchReaderList = async (uuid: string) => (await readers.showList({ uuid })).list;
export const addToList = async (uuid: string, body: ListItemInput) => (await readers.addToList({ uuid, body })).list;
export const removeFromList = async (uuid: string, id: number) => (await readers.removeFromList({ uuid, id })).list;
export const eraseReader = (uuid: string) => readers.erase({ uuid });
/** A JSON file, downloaded by the browser itself. */
export const exportUrl = (uuid: string) => pathWith(readersApi.export.path, { uuid });

/** A failed call in words, for pages that show it in place instead of as a notification. */
export const failureText = (error: Error, supportEmail: string) =>
  error instanceof ApiError ? errorMessages(error, { supportEmail }).join(' ') : CLIENT_TEXTS.systemProblem;

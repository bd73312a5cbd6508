/**
 * The uuid of a reader who opened a link from their email in this tab, so that they can follow without confirming
 * again. Without storage, the pages ask for an email address.
 */
import { tabStore } from '#client/api/stored.ts';

const KEY = 'reader';

export const storeReaderUuid = (uuid: string) => tabStore().setItem(KEY, uuid);
export const storedReaderUuid = () => tabStore().getItem(KEY);
export const forgetReaderUuid = () => tabStore().removeItem(KEY);

import { implement } from '#server/api/implement.ts';
import type { Deps } from '#server/platform/deps.ts';
import { consume } from '#server/platform/http/rate-limits.ts';
import { readersApi } from '#shared/api/readers.ts';
import { serverPaths } from '#shared/paths.ts';
import { readerFeedToken } from './feed-token.ts';
import type { ListRow } from './list.ts';
import { addToList, readerList, removeFromList, requestListItem } from './list-requests.ts';
import { presentListItem, presentReader, presentReaderExport, type ReaderRow } from './presenter.ts';
import {
  confirmReader,
  eraseReader,
  exportReader,
  isUnconfirmed,
  readerByUuid,
  resubscribeReader,
  signUpReader,
  unsubscribeByToken,
  unsubscribeReader,
  updateReader,
} from './service.ts';
import { keepReader, recordVisit } from './sunset.ts';

/** The same response for every address, so that nobody can find out who is subscribed. */
const CHECK_YOUR_INBOX =
  'If this address isn’t subscribed yet and can receive our email, you’ll find a confirmation link in your inbox within a few minutes.';

const CHECK_YOUR_INBOX_FOR_LIST =
  'If this address can receive our email, you’ll find a link in your inbox within a few minutes. Open it to confirm. Each link confirms what its email names.';

export function readerRoutes(deps: Deps) {
  const presentOwn = (reader: ReaderRow) => ({
    ...presentReader(reader),
    feed_path: `/feeds/readers/${readerFeedToken(deps.config.appSecret, reader.id)}.rss`,
  });
  const presentList = (list: readonly ListRow[]) => ({ list: list.map(presentListItem) });
  return implement(readersApi, {
    signUp: async ({ body, network }) => {
      await consume(deps.limits.readerSignUps, network);
      await signUpReader(deps, body);
      return { message: CHECK_YOUR_INBOX };
    },
    confirm: async ({ body }) => ({ reader: presentReader(await confirmReader(deps, body.token)) }),
    show: async ({ uuid }) => {
      await recordVisit(deps, uuid);
      return { reader: presentOwn(await readerByUuid(deps, uuid)) };
    },
    keep: async ({ uuid, body }) => ({ reader: presentOwn(await keepReader(deps, uuid, body)) }),
    update: async ({ uuid, body }) => ({ reader: presentOwn(await updateReader(deps, uuid, body)) }),
    unsubscribe: async ({ uuid, body }) => ({
      reader: presentOwn(await unsubscribeReader(deps, uuid, body.reason ?? null)),
    }),
    resubscribe: async ({ uuid }) => ({ reader: presentOwn(await resubscribeReader(deps, uuid)) }),
    requestListItem: async ({ body, network }) => {
      await consume(deps.limits.readerSignUps, network);
      await requestListItem(deps, body);
      return { message: CHECK_YOUR_INBOX_FOR_LIST };
    },
    showList: async ({ uuid }) => presentList(await readerList(deps, uuid)),
    addToList: async ({ uuid, body }) => presentList(await addToList(deps, uuid, body)),
    removeFromList: async ({ uuid, id }) => presentList(await removeFromList(deps, uuid, id)),
    export: async ({ uuid, res }) => {
      const stored = await exportReader(deps, uuid);
      res.attachment('deckle-reader.json');
      return presentReaderExport(stored);
    },
    erase: ({ uuid }) => eraseReader(deps, uuid),
    // RFC 8058: the email client posts without a session. A GET, which scanners send, never unsubscribes; people get a
    // page with a button.
    unsubscribePage: async ({ token, res }) =>
      res.redirect(serverPaths.readerUnsubscribe(encodeURIComponent(token), await isUnconfirmed(deps, token))),
    oneClickUnsubscribe: async ({ token }) => {
      await unsubscribeByToken(deps, token);
      return { message: 'You’re unsubscribed.' };
    },
  });
}

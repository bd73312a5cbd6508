import { implement } from '#server/api/implement.ts';
import { refuseViewers } from '#server/auth/guards.ts';
import type { Deps } from '#server/platform/deps.ts';
import { notFound } from '#server/platform/errors.ts';
import { metaOf } from '#server/platform/http/lists.ts';
import { partnersApi } from '#shared/api/partners.ts';
import { serverPaths } from '#shared/paths.ts';
import { loadVerification, resendVerification, verifyEmail } from './email-verification.ts';
import { exportPartner } from './export.ts';
import { addNote, deleteNote, listNotes } from './notes.ts';
import { unsubscribePartner } from './unsubscribe.ts';

function parseKind(kind: string) {
  if (kind !== 'reminder' && kind !== 'recapture') throw notFound();
  return kind;
}

export const partnerRoutes = (deps: Deps) =>
  implement(partnersApi, {
    unsubscribe: async ({ body }) => {
      await unsubscribePartner(deps, body);
      return { message: 'You won’t get these emails anymore.' };
    },
    // RFC 8058: email programs post without a session. A GET, which scanners send, never unsubscribes.
    unsubscribePage: ({ kind, partner_token, res }) => {
      const encodedToken = encodeURIComponent(partner_token);
      const page =
        parseKind(kind) === 'reminder'
          ? serverPaths.unsubscribeReminder(encodedToken)
          : serverPaths.unsubscribeRecapture(encodedToken);
      res.redirect(page);
    },
    oneClickUnsubscribe: async ({ kind, partner_token }) => {
      await unsubscribePartner(deps, { kind: parseKind(kind), token: partner_token });
      return { message: 'You won’t get these emails anymore.' };
    },
    export: async ({ actor, res }) => {
      refuseViewers(res);
      res.attachment('deckle-partner.json');
      return exportPartner(deps, actor.id);
    },
    emailVerification: async ({ actor }) => ({ email_verification: await loadVerification(deps, actor.id) }),
    resendVerification: async ({ actor }) => ({ email_verification: await resendVerification(deps, actor.id) }),
    listNotes: async ({ partner_id, actor, query }) => {
      const { notes, total } = await listNotes(deps, actor, { partner_id, query });
      return { notes, meta: metaOf(query, total) };
    },
    addNote: async ({ partner_id, actor, body }) => ({ note: await addNote(deps, { actor, partner_id, ...body }) }),
    deleteNote: ({ partner_id, note_id, actor }) => deleteNote(deps, { actor, partner_id, id: note_id }),
    verifyEmail: async ({ body }) => {
      await verifyEmail(deps, body.token);
      return { message: 'Your address is verified.' };
    },
  });

import { clientFor } from '#client/api/client.ts';
import { partnersApi } from '#shared/api/partners.ts';

export const partners = clientFor(partnersApi, 'user');
export const notesKey = (partner_id: number) => ['user', 'partner', partner_id, 'notes'];

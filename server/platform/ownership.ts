/** The caller, as services take it. */
export type Actor = { role: string; id: number | null; is_admin?: boolean };

/** Filter for a `where` that limits partners to their own records, so that other records appear missing. */
export const ownedBy = ({ role, id }: Actor) => (role === 'partner' ? { partner_id: id! } : {});

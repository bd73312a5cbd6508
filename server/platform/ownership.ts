/** The caller who makes a change. */
export type By = { role: string; id: number | null; is_admin?: boolean };

/** Filter for a `where`: limits partners to their own records; others' look missing. */
export const ownedBy = ({ role, id }: By) => (role === 'partner' ? { partner_id: id! } : {});

/** Who asks for a change. */
export type By = { role: string; id: number | null; is_admin?: boolean };

/** For a `where`: partners have only what is theirs, and somebody else's looks like none. */
export const ownedBy = ({ role, id }: By) => (role === 'partner' ? { partner_id: id! } : {});

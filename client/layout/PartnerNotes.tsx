import { useSession } from '#client/session/SessionContext.tsx';
import { BothRolesNote } from './BothRolesNote.tsx';
import { UnverifiedEmail } from './UnverifiedEmail.tsx';

/** Above every page of a signed-in partner, where there is something to say. */
export function PartnerNotes() {
  const { record } = useSession().partner;
  return (
    <>
      <BothRolesNote />
      {record && <UnverifiedEmail email={record.email} />}
    </>
  );
}

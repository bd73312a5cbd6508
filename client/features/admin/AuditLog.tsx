import { Link } from '#client/app/router.ts';
import { InstantText } from '#client/ui/DateText.tsx';
import type { AdminAuditEvent } from '#shared/admin.ts';
import { paths } from '#shared/paths.ts';
import classes from './AuditLog.module.css';
import { useCanSee } from './api.ts';
import { actorText, differencesOf, verbText } from './labels.ts';

/** Events of the audit log with their changes. */
export const AuditLog = ({ events }: { events: readonly AdminAuditEvent[] }) =>
  events.length === 0 ? null : (
    <ol className={classes.trail}>
      {events.map((event) => (
        <li key={event.id}>
          <p>
            <strong>{actorText(event)}</strong> {verbText(event)} <ChangedRecord event={event} />
          </p>
          <p className={classes.when}>
            <EventTime event={event} />
          </p>
          {event.reason && <p className={classes.reason}>{event.reason}</p>}
          <Differences event={event} />
        </li>
      ))}
    </ol>
  );

/** The record's name, which leads to it. */
function ChangedRecord({ event: { entity, entity_id, record } }: { event: AdminAuditEvent }) {
  const kind = entity.replaceAll('_', ' ');
  if (!record) return `${kind} ${entity_id}`;
  return (
    <>
      {kind} <Link to={paths.adminRecord(record.list, record.id)}>{record.title}</Link>
    </>
  );
}

/** The time, with a link to the event for those who may see the audit log. */
function EventTime({ event: { id, at } }: { event: AdminAuditEvent }) {
  return useCanSee('audit_events') ? (
    <Link to={paths.adminRecord('audit_events', id)}>
      <InstantText at={at} />
    </Link>
  ) : (
    <InstantText at={at} />
  );
}

export function Differences({ event }: { event: Parameters<typeof differencesOf>[0] }) {
  const differences = differencesOf(event);
  if (!differences.length) return null;
  return (
    <dl className={classes.differences}>
      {differences.map(({ name, label, before, after }) => (
        <div key={name}>
          <dt>{label}</dt>
          <dd>
            {before && (
              <del>
                <span className="visually-hidden">before: </span>
                {before}
              </del>
            )}
            {after && (
              <ins>
                <span className="visually-hidden">after: </span>
                {after}
              </ins>
            )}
          </dd>
        </div>
      ))}
    </dl>
  );
}

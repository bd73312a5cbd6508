import { Link } from '#client/app/router.ts';
import { InstantText } from '#client/ui/DateText.tsx';
import type { AdminAuditEvent, AdminRecord } from '#shared/admin.ts';
import { entityText, recordText, verbText } from '#shared/audit-words.ts';
import { paths } from '#shared/paths.ts';
import { reasonText } from '#shared/reasons.ts';
import classes from './AuditLog.module.css';
import { useCanSee } from './api.ts';
import { actorText, differencesOf } from './labels.ts';

/** Events of the audit log with their changes. */
export const AuditLog = ({ events }: { events: readonly AdminAuditEvent[] }) =>
  events.length === 0 ? null : (
    <ol className={classes.log}>
      {events.map((event) => (
        <li key={event.id}>
          <p>
            <strong>{actorText(event)}</strong> {verbText(event)} <ChangedRecord event={event} />
          </p>
          <p className={classes.when}>
            <EventTime event={event} />
          </p>
          {event.reason && <p className={classes.reason}>{reasonText(event.reason)}</p>}
          <Differences event={event} />
        </li>
      ))}
    </ol>
  );

/** The record's name, linked if the record still exists and the caller may see it. */
function ChangedRecord({ event }: { event: AdminAuditEvent }) {
  const { record } = event;
  if (!record) return recordText(event);
  return (
    <>
      {entityText(event)} <Link to={paths.adminRecord(record.list, record.id)}>{record.title}</Link>
    </>
  );
}

/** 'Nora Whitlock declined promotion Dracula (533)', with links to the person and the record. */
export function AuditSentence({ record }: { record: AdminRecord }) {
  const event = record as AdminRecord & Omit<AdminAuditEvent, 'id'>;
  const { labels, links = {} } = event;
  const named = (name: string, text: string) => (links[name] ? <Link to={links[name]}>{text}</Link> : text);
  return (
    <>
      {named('actor_id', actorText({ ...event, actor_name: labels.actor_id ?? null }))} {verbText(event)}{' '}
      {labels.entity_id ? (
        <>
          {entityText(event)} {named('entity_id', labels.entity_id)}
        </>
      ) : (
        recordText(event)
      )}
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

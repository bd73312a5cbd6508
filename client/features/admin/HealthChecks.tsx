import { Link } from '#client/app/router.ts';
import { Panel } from '#client/ui/app/Panel.tsx';
import { InstantText } from '#client/ui/DateText.tsx';
import badge from '#client/ui/StatusBadge.module.css';
import type { AdminHealth, HealthLevel } from '#shared/admin.ts';
import { formatCents } from '#shared/money.ts';
import { paths } from '#shared/paths.ts';
import classes from './HealthChecks.module.css';

const LEVEL_LABELS: Record<HealthLevel, string> = { ok: 'normal', warn: 'needs attention', bad: 'needs action' };
const TONES: Record<HealthLevel, string> = { ok: 'good', warn: 'act', bad: 'bad' };

export const HealthChecks = ({ checks }: { checks: AdminHealth['checks'] }) => (
  <ul className={classes.checks}>
    {checks.map(({ name, label, level, text, see }) => (
      <li key={name}>
        <span className={badge.badge} data-tone={TONES[level]}>
          {LEVEL_LABELS[level]}
        </span>
        <div>
          <strong>{label}</strong>
          <p>
            {text} {see && <Link to={see}>View details</Link>}
          </p>
        </div>
      </li>
    ))}
  </ul>
);

/** Open disputes with their amounts and deadlines. Renders nothing without any. */
export const OpenDisputes = ({ disputes }: { disputes: AdminHealth['disputes'] }) =>
  disputes.length > 0 && (
    <Panel
      title="Open disputes"
      tone="alert"
      lead="Respond in Stripe’s dashboard. The partner can’t book until the dispute is won or you allow it."
    >
      <ul className={classes.disputes}>
        {disputes.map(({ id, promotion_id, book_title, amount_cents, reason, funds_withdrawn, due_by }) => (
          <li key={id}>
            <strong>{formatCents(amount_cents)}</strong>
            <div>
              <Link to={paths.userPromotion(promotion_id)}>{book_title}</Link>
              <p>
                {funds_withdrawn ? 'Disputed' : 'Inquiry; no money has moved'}: {reason.replaceAll('_', ' ')}.{' '}
                <Link to={paths.adminRecord('disputes', id)}>Dispute record</Link>
              </p>
            </div>
            <span>
              {due_by ? (
                <>
                  Respond by <InstantText at={due_by} />
                </>
              ) : (
                'No response is due'
              )}
            </span>
          </li>
        ))}
      </ul>
    </Panel>
  );

import { Link } from '#client/app/router.ts';
import badge from '#client/ui/StatusBadge.module.css';
import type { AdminHealth, HealthLevel } from '#shared/admin.ts';
import classes from './HealthChecks.module.css';

const WORDS: Record<HealthLevel, string> = { ok: 'fine', warn: 'look at it', bad: 'act now' };
const TONES: Record<HealthLevel, string> = { ok: 'good', warn: 'act', bad: 'bad' };

export const HealthChecks = ({ checks }: { checks: AdminHealth['checks'] }) => (
  <ul className={classes.checks}>
    {checks.map(({ name, label, level, text, see }) => (
      <li key={name}>
        <span className={badge.badge} data-tone={TONES[level]}>
          {WORDS[level]}
        </span>
        <div>
          <strong>{label}</strong>
          <p>
            {text} {see && <Link to={see}>Look</Link>}
          </p>
        </div>
      </li>
    ))}
  </ul>
);

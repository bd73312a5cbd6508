import { InstantText } from '#client/ui/DateText.tsx';
import type { Promotion } from '#shared/promotions.ts';
import classes from './StripeErrors.module.css';

/** Failed charges, newest first, as Stripe told them. */
export const StripeErrors = ({ errors }: { errors: NonNullable<Promotion['stripe_errors']> }) =>
  errors.length === 0 ? null : (
    <ul className={classes.errors} aria-label="Stripe errors">
      {errors.map(({ id, message, type, code, decline_code, created_at, resolved_at }) => (
        <li key={id} data-open={resolved_at === null}>
          <strong>{message}</strong>
          <p className={classes.facts}>
            {[type, code, decline_code].filter(Boolean).join(' · ')} · <InstantText at={created_at} />
            {resolved_at && (
              <>
                {' · resolved '}
                <InstantText at={resolved_at} />
              </>
            )}
          </p>
        </li>
      ))}
    </ul>
  );

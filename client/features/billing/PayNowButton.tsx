import { useCharge } from '#client/api/partner-promotions.ts';
import { Button } from '#client/ui/Button.tsx';
import { formatCents } from '#shared/money.ts';

/** Charges the default card for one promotion. */
export function PayNowButton({ promotion_id, total_cents }: { promotion_id: number; total_cents: number }) {
  const charge = useCharge();
  return (
    <Button busy={charge.isPending} onClick={() => charge.mutate(promotion_id)}>
      Pay {total_cents > 0 ? formatCents(total_cents) : ''} now
    </Button>
  );
}

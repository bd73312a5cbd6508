import { Button } from '@mantine/core';
import { useCharge } from '#client/api/partner-promotions.ts';
import { formatCents } from '#shared/money.ts';

/** Charges the default card for one promotion. */
export function PayNowButton({ promotion_id, total_cents }: { promotion_id: number; total_cents: number }) {
  const charge = useCharge();
  return (
    <Button size="md" loading={charge.isPending} onClick={() => charge.mutate(promotion_id)}>
      Pay {total_cents > 0 ? formatCents(total_cents) : ''} now
    </Button>
  );
}

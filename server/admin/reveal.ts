// See docs/decisions/0042-masked-addresses-recorded-reveals.md.
import type { Action } from './entity.ts';

/** Shows the complete address of a reader or recipient. Like every action, it's audited. */
export const revealAddress = <R>(address: (row: R) => string | null): Action<R> => ({
  name: 'reveal_address',
  label: 'Show address',
  confirm: 'You’ll see the whole address until you leave this page. The audit log records that you viewed it.',
  reveals: true,
  isAllowed: (row) => address(row) !== null,
  run: async () => 'The address is shown until you leave this page.',
});

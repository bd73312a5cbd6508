import { useFocusKeeper } from '#client/ui/focus-keeper.ts';
import { Notices } from '#client/ui/notifications/Notices.tsx';

/** Parts that no page needs for its first paint. */
export function DeferredParts() {
  useFocusKeeper();
  return <Notices />;
}

import { useFocusKeeper } from '#client/ui/focus-keeper.ts';
import { Notices } from '#client/ui/notifications/Notices.tsx';

/** The parts of the layout that the first paint doesn't need. */
export function DeferredParts() {
  useFocusKeeper();
  return <Notices />;
}

import { Panel } from '#client/ui/app/Panel.tsx';
import type { Promotion } from '#shared/promotions.ts';
import { ChangeList } from '../ChangeList.tsx';

/** Says which version will run after the partner changed an approved promotion, and why it might not run at all. */
export function RunningVersion({ promotion: { changed_since_review: changed, at_risk } }: { promotion: Promotion }) {
  if (!changed && !at_risk) return null;
  if (at_risk)
    return (
      <Panel title="Your promotion won’t be sent as it is" tone="alert" lead={at_risk}>
        {changed?.held_because ? (
          <>
            <p>
              Our editors will check your change before the newsletter closes. Undo it, and the promotion runs as
              approved. If nobody gets to it in time, the promotion won’t run and costs nothing.
            </p>
            <ChangeList changes={changed.changes} />
          </>
        ) : (
          <p>Fix this before the newsletter closes. Otherwise the promotion won’t run and costs nothing.</p>
        )}
      </Panel>
    );
  return (
    <Panel
      title="The approved version will run"
      lead="You changed this promotion after we approved it. Our editors will look at your changes; until they accept them, readers get the approved version."
    >
      <ChangeList changes={changed!.changes} />
    </Panel>
  );
}

import { Alert } from '#client/ui/Alert.tsx';
import { InstantText } from '#client/ui/DateText.tsx';
import { Paragraphs } from '#client/ui/Paragraphs.tsx';
import type { Promotion } from '#shared/promotions.ts';
import { ChangeList } from '../ChangeList.tsx';

/** What the partner changed after the approval, for staff to accept, turn down, or ask about. */
export function ChangedAfterApproval({ promotion }: { promotion: Promotion }) {
  const { changed_since_review: changed, at_risk } = promotion;
  if (!changed) return at_risk ? <Alert kind="warning" title={`Won’t be sent: ${at_risk}`} /> : null;
  const { changes, held_because, question } = changed;
  return (
    <>
      {held_because ? (
        <Alert kind="warning" title={`Won’t be sent until you decide: ${held_because}`}>
          Without a decision at the cutoff it becomes “unable to send”, and nothing is charged.
        </Alert>
      ) : (
        <Alert title="Changed after approval">Without a decision the approved version runs.</Alert>
      )}
      <ChangeList changes={changes} />
      {question && (
        <div>
          <p>
            <strong>You asked</strong> <InstantText at={question.asked_at} />
          </p>
          <Paragraphs text={question.message} />
          {question.answer ? (
            <>
              <p>
                <strong>The partner answered</strong>{' '}
                {question.answered_at && <InstantText at={question.answered_at} />}
              </p>
              <Paragraphs text={question.answer} />
            </>
          ) : (
            <p>No answer yet.</p>
          )}
        </div>
      )}
    </>
  );
}

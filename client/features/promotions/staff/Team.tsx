import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import { Alert } from '#client/ui/Alert.tsx';
import { Button } from '#client/ui/Button.tsx';
import { Stack } from '#client/ui/Stack.tsx';
import { SECOND_MS } from '#shared/durations.ts';
import type { LastEvent, Promotion } from '#shared/promotions.ts';
import type { Presence } from '#shared/review-live.ts';
import { eventTitle } from '../PromotionTimeline.tsx';
import { ACTION_OF } from './decision-forms.ts';
import classes from './Team.module.css';
import { TextButton } from './TextButton.tsx';
import { ageText, eventText, initials } from './team-texts.ts';
import { TAKE_OVER_ID, TAKE_OVER_IN_FORM_ID } from './use-live-queue.ts';
import type { Review } from './use-review.ts';

/** The other editors, and the editor's own claim. */
type TeamReview = Pick<Review, 'team' | 'takeOver' | 'isClaimed' | 'claim'>;
/** `departed`: the promotion, if it has left the list or no longer allows the form's decision. */
type FormReview = Pick<Review, 'team' | 'takeOver' | 'openForm' | 'departed'>;

/** The initials of other editors who look at a row's promotion. */
export const Viewers = ({ people }: { people: readonly Presence[] }) =>
  people.length > 0 && (
    <span className={classes.watchers}>
      {people.map(({ user_id, name }) => (
        <span key={user_id} title={`${name} is looking at this`}>
          <Initials name={name} />
          <span className="visually-hidden"> is looking at this</span>
        </span>
      ))}
    </span>
  );

/** The editor who is deciding about a row's promotion. */
export const Decider = ({ person: { name } }: { person: Presence }) => (
  <span title={`${name} is deciding`}>
    <Initials name={name} /> is deciding
  </span>
);

const Initials = ({ name }: { name: string }) => (
  <>
    <span className={classes.initials} aria-hidden="true">
      {initials(name)}
    </span>
    <span className="visually-hidden">{name}</span>
  </>
);

const listFormat = new Intl.ListFormat('en-US');

type ClaimProps = { promotion: Promotion; review: TeamReview & Partial<Pick<Review, 'focusRow'>> };

/** The claim of another editor, which can be taken over. */
export function ClaimBanner({ promotion: { id }, review }: ClaimProps) {
  const decider = review.team.deciderOf(id);
  return (
    decider && (
      <Alert kind="warning" title={`${decider.name} is deciding on this promotion`}>
        <TakeOver onClick={() => review.takeOver(id)} onGone={review.focusRow} />
      </Alert>
    )
  );
}

/** `onGone` is called if the button is removed while it has the focus, so that the caller can move the focus. */
function TakeOver({ onClick, onGone }: { onClick: () => void; onGone: (() => void) | undefined }) {
  const latest = useRef(onGone);
  useEffect(() => {
    latest.current = onGone;
  });
  useLayoutEffect(
    () => () => {
      if (document.activeElement?.id === TAKE_OVER_ID) latest.current?.();
    },
    [],
  );
  return (
    <Button id={TAKE_OVER_ID} look="quiet" onClick={onClick}>
      Take over promotion
    </Button>
  );
}

/** The other editors who look at the promotion, and the button that claims or releases it. */
export function TeamLine({ promotion: { id, actions }, review }: { promotion: Promotion; review: TeamReview }) {
  const decider = review.team.deciderOf(id);
  const others = review.team.viewersOf(id).filter(({ user_id }) => user_id !== decider?.user_id);
  const viewers = others.map(({ name }) => name);
  const canDecide = actions.includes(ACTION_OF.approve) || actions.includes(ACTION_OF.accept_changes);
  return (
    <div className={classes.line}>
      <p role="status">
        {review.isClaimed && 'You’re deciding on this promotion. '}
        {viewers.length > 0 && `${listFormat.format(viewers)} ${viewers.length === 1 ? 'is' : 'are'} looking at this.`}
      </p>
      {canDecide && !decider && (
        <TextButton onClick={() => review.claim(review.isClaimed ? null : id)}>
          {review.isClaimed ? 'Release this promotion' : 'Claim this promotion'}
        </TextButton>
      )}
    </div>
  );
}

/** For a decision's form: another editor's claim, and the last event of a promotion that is `departed`. */
export function TeamNotice({ review }: { review: FormReview }) {
  const { openForm, team, departed } = review;
  const decider = openForm && team.deciderOf(openForm.promotion.id);
  const last_event = openForm && departed?.id === openForm.promotion.id ? departed.last_event : undefined;
  if (!decider && !last_event) return null;
  return (
    <Alert kind="warning" title={decider ? `${decider.name} is deciding on this promotion` : undefined}>
      {last_event && <EventAge key={last_event.id} event={last_event} />}
      {decider && (
        <Button id={TAKE_OVER_IN_FORM_ID} look="quiet" onClick={() => review.takeOver(openForm.promotion.id)}>
          Take over promotion
        </Button>
      )}
    </Alert>
  );
}

/** For a selected promotion that has left the list: its last event, if that's known, and a button to the next one. */
export function DepartedBanner({ review }: { review: Review }) {
  const { departed, next } = review;
  if (!departed) return null;
  const { last_event } = departed;
  return (
    <Alert kind="warning" title={last_event ? undefined : 'No longer in this list'}>
      <Stack gap="s">
        {last_event && (
          <strong>
            <EventAge key={last_event.id} event={last_event} />
          </strong>
        )}
        <p>It stays here until you move on, with what you’ve typed.</p>
        {next !== null && (
          <div>
            <Button look="quiet" onClick={() => review.open(next)}>
              Go to the next promotion
            </Button>
          </div>
        )}
      </Stack>
    </Alert>
  );
}

/** Says that a decision wasn't saved because another event came first. Without one, shows `text`. */
export const Refusal = ({ promotion: { last_event }, text }: { promotion: Promotion; text: string }) =>
  last_event ? (
    <Alert kind="error">
      <p>
        <strong>
          <EventAge key={last_event.id} event={last_event} />
        </strong>
      </p>
      <p>Your decision wasn’t saved, but your text is still here. The buttons below show what you can do now.</p>
    </Alert>
  ) : (
    <Alert kind="error">{text}</Alert>
  );

/** 'Approved by Sam Reed 10 s ago', counting up. */
export function EventAge({ event }: { event: LastEvent }) {
  const [elapsed, setElapsed] = useState(0);
  useEffect(() => {
    const startedAt = performance.now();
    const timer = setInterval(() => setElapsed(Math.floor((performance.now() - startedAt) / SECOND_MS)), SECOND_MS);
    return () => clearInterval(timer);
  }, []);
  return (
    <>
      {eventText(eventTitle(event), event)} <span aria-live="off">{ageText(event.seconds_ago + elapsed)}</span>
    </>
  );
}

import { Button } from '@mantine/core';
import { useState } from 'react';
import { FactList } from '#client/ui/app/FactList.tsx';
import { Panel } from '#client/ui/app/Panel.tsx';
import { Countdown } from '#client/ui/Countdown.tsx';
import { InstantText } from '#client/ui/DateText.tsx';
import { useShell } from '#client/ui/shell.ts';
import type { Promotion } from '#shared/promotions.ts';
import { bookedDate, cutoffOf } from '../cutoff.ts';
import { BookingChange } from './BookingChange.tsx';
import { bookingFacts } from './booking-facts.ts';
import { CancelButton } from './CancelButton.tsx';
import classes from './PartnerPromotion.module.css';

/** What was booked; until the cutoff it can be changed, moved or cancelled. */
export function BookingPanel({ promotion }: { promotion: Promotion }) {
  const [isChanging, setIsChanging] = useState(false);
  const shell = useShell();
  const mayEdit = promotion.actions.includes('edit');
  const mayCancel = promotion.actions.some((action) => action === 'cancel' || action === 'cancel_approved');
  const hasPassed = promotion.closes_at !== null && promotion.open_dates.length === 0;
  const cutoff = promotion.closes_at ?? cutoffOf(bookedDate(promotion), shell);
  if (isChanging) return <BookingChange promotion={promotion} onDone={() => setIsChanging(false)} />;
  return (
    <Panel title="The booking">
      <FactList facts={bookingFacts(promotion)} />
      {mayEdit && !hasPassed && (
        <p>
          You can change, move or cancel it until <InstantText at={cutoff} />: <Countdown until={cutoff} /> left.
        </p>
      )}
      {(mayEdit || mayCancel) && (
        <div className={classes.actions}>
          {mayEdit && (
            <Button size="md" variant="default" onClick={() => setIsChanging(true)}>
              Change or move it
            </Button>
          )}
          {mayCancel && <CancelButton promotion={promotion} />}
        </div>
      )}
    </Panel>
  );
}

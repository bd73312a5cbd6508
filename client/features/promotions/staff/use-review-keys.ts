import { useEffect, useEffectEvent } from 'react';
import { areKeysOn } from './keys-switch.ts';
import { commandOf, type ReviewCommand } from './review-keys.ts';

/** Runs the commands of the queue's keys while the screen is shown. */
export function useReviewKeys(commands: Record<ReviewCommand, () => void>) {
  const onKeyDown = useEffectEvent((event: KeyboardEvent) => {
    const command = areKeysOn() ? commandOf(event) : null;
    if (!command) return;
    event.preventDefault();
    commands[command]();
  });
  useEffect(() => {
    document.addEventListener('keydown', onKeyDown);
    return () => document.removeEventListener('keydown', onKeyDown);
  }, []);
}

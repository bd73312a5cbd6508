/** Writes journal lines, then applies their changes and sends their events. */
import { effectsOf, type Journal, type JournalEntry } from './journal.ts';
import type { Event } from './objects.ts';
import type { RecordChange, State } from './state.ts';

export type Recorder = (
  entry: Omit<JournalEntry, 'seq' | 'at' | 'effects' | 'changes'>,
  changes: readonly RecordChange[],
) => void;

export const createRecorder =
  (journal: Journal, state: State, onEvent: (event: Event) => void): Recorder =>
  (entry, changes) => {
    journal.append({ ...entry, effects: effectsOf(changes), changes: [...changes] });
    state.apply(changes);
    for (const change of changes) if (change.collection === 'events') onEvent(change.record);
  };

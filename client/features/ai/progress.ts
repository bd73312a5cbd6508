/** The progress of a request, as a pure function of its events. */
import type { AiEvent, AiSource, PromptResponse, TriesLeft } from '#shared/ai.ts';

export type Phase = 'idle' | 'asking' | 'writing' | 'done' | 'stopped' | 'failed';
export type Progress = {
  phase: Phase;
  /** The suggestions so far. The last one may be incomplete. */
  options: readonly string[];
  source: AiSource | null;
  model: string | null;
  remaining: TriesLeft | null;
  /** The complete response of the staff's tool. */
  answer: PromptResponse | null;
  error: unknown;
};

export const IDLE: Progress = {
  phase: 'idle',
  options: [],
  source: null,
  model: null,
  remaining: null,
  answer: null,
  error: null,
};

/** The progress of a new request. The remaining tries stay visible. */
export const markAsking = ({ remaining }: Progress): Progress => ({ ...IDLE, phase: 'asking', remaining });

export function applyEvent(progress: Progress, { event, data }: AiEvent): Progress {
  switch (event) {
    case 'start':
      return { ...progress, ...data, phase: 'writing' };
    case 'text':
      return { ...progress, options: withText(progress.options, data) };
    case 'done':
      return { ...progress, phase: 'done', ...('options' in data ? { options: data.options } : promptResult(data)) };
  }
}

function withText(options: readonly string[], { option, text }: { option: number; text: string }) {
  const next = [...options];
  next[option] = (next[option] ?? '') + text;
  return Array.from(next, (option) => option ?? '');
}

const promptResult = (answer: PromptResponse) => ({ options: [answer.text], answer });

/** Marks the request as stopped. The received text stays. */
export const markStopped = (progress: Progress): Progress => ({ ...progress, phase: 'stopped' });
export const markFailed = (progress: Progress, error: unknown): Progress => ({ ...progress, phase: 'failed', error });

export const isBusy = ({ phase }: Progress) => phase === 'asking' || phase === 'writing';

/** The text of the live region, which doesn't repeat the suggestions. */
export function announcement({ phase, options }: Progress, requested: number): string {
  switch (phase) {
    case 'asking':
      return 'Asking…';
    case 'writing':
      return `Writing suggestion ${Math.max(1, options.length)} of ${requested}…`;
    case 'done':
      return `${options.length} ${options.length === 1 ? 'suggestion is' : 'suggestions are'} ready.`;
    case 'stopped':
      return 'Stopped.';
    default:
      return '';
  }
}

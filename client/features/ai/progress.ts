/** The progress of a request, as a pure function of its events. */
import type { AiEvent, AiSource, PromptResponse, TriesLeft } from '#shared/ai.ts';

export type Phase = 'idle' | 'asking' | 'writing' | 'done' | 'stopped' | 'failed';
export type Progress = {
  phase: Phase;
  /** The last one may be incomplete. */
  options: readonly string[];
  source: AiSource | null;
  model: string | null;
  remaining: TriesLeft | null;
  /** The staff's tool answers with more than options. */
  answer: PromptResponse | null;
  error: unknown;
};

export const NOTHING_YET: Progress = {
  phase: 'idle',
  options: [],
  source: null,
  model: null,
  remaining: null,
  answer: null,
  error: null,
};

/** The remaining tries stay visible while the next request runs. */
export const asking = ({ remaining }: Progress): Progress => ({ ...NOTHING_YET, phase: 'asking', remaining });

export function after(progress: Progress, { event, data }: AiEvent): Progress {
  switch (event) {
    case 'start':
      return { ...progress, ...data, phase: 'writing' };
    case 'text':
      return { ...progress, options: withText(progress.options, data) };
    case 'done':
      return { ...progress, phase: 'done', ...('options' in data ? { options: data.options } : whole(data)) };
  }
}

function withText(options: readonly string[], { option, text }: { option: number; text: string }) {
  const next = [...options];
  next[option] = (next[option] ?? '') + text;
  return Array.from(next, (own) => own ?? '');
}

const whole = (answer: PromptResponse) => ({ options: [answer.text], answer });

/** Marks the request as stopped by the reader: the received text stays. */
export const markStopped = (progress: Progress): Progress => ({ ...progress, phase: 'stopped' });
export const markFailed = (progress: Progress, error: unknown): Progress => ({ ...progress, phase: 'failed', error });

export const isBusy = ({ phase }: Progress) => phase === 'asking' || phase === 'writing';

/** The text of the live region: few words, not one for each piece. */
export function announcement({ phase, options }: Progress, wanted: number): string {
  switch (phase) {
    case 'asking':
      return 'Asking …';
    case 'writing':
      return `Writing suggestion ${Math.max(1, options.length)} of ${wanted} …`;
    case 'done':
      return `${options.length} ${options.length === 1 ? 'suggestion is' : 'suggestions are'} ready.`;
    case 'stopped':
      return 'Stopped.';
    default:
      return '';
  }
}

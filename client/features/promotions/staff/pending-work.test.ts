import { beforeEach, expect, it, vi } from 'vitest';
import { createPendingWork } from './pending-work.ts';

let frames: (() => void)[];
let fakeWindow: EventTarget;

beforeEach(() => {
  frames = [];
  fakeWindow = new EventTarget();
  vi.useFakeTimers({ toFake: ['setTimeout'] });
  vi.stubGlobal('requestAnimationFrame', (callback: () => void) => frames.push(callback));
  for (const name of ['addEventListener', 'removeEventListener'] as const)
    vi.stubGlobal(name, fakeWindow[name].bind(fakeWindow));
  return () => {
    vi.useRealTimers();
    vi.unstubAllGlobals();
  };
});

const paint = () => {
  for (const callback of frames.splice(0)) callback();
  vi.runAllTimers();
};

it('waits until the next frame is painted, and runs once', () => {
  const work = vi.fn();
  createPendingWork().add(work);
  expect(work).not.toHaveBeenCalled();
  paint();
  paint();
  expect(work).toHaveBeenCalledTimes(1);
});

it.each(['keydown', 'pointerdown', 'click', 'visibilitychange', 'pagehide'])('runs once on %s', (name) => {
  const pending = createPendingWork();
  const work = vi.fn();
  pending.start();
  pending.add(work);
  fakeWindow.dispatchEvent(new Event(name));
  expect(work).toHaveBeenCalledTimes(1);
  paint();
  expect(work).toHaveBeenCalledTimes(1);
});

it('runs the pending work when more is added, and the rest when it stops', () => {
  const pending = createPendingWork();
  const done: string[] = [];
  const stop = pending.start();
  pending.add(() => done.push('first'));
  pending.add(() => done.push('second'));
  expect(done).toEqual(['first']);
  stop();
  expect(done).toEqual(['first', 'second']);
});

import { type FocusEvent, type MouseEvent, useEffect, useRef, useState, useSyncExternalStore } from 'react';
import { NOTIFICATION_HIDE_MS } from '#shared/business.ts';
import classes from './Notices.module.css';
import { createNoticeQueue } from './notice-queue.ts';
import { connectNoticeQueue, type Notice } from './notify.ts';

const notices = createNoticeQueue();

/**
 * The notices, at the top right. Each closes automatically, but not while the pointer or the focus is on it. The live
 * region is on the page before its first notice, because screen readers may not announce a region that is added
 * together with its text.
 */
export function Notices() {
  const shown = useSyncExternalStore(notices.subscribe, notices.shown);
  const previousFocus = useRef<HTMLElement>(null);
  useEffect(() => connectNoticeQueue(notices), []);

  const onFocus = ({ currentTarget, relatedTarget }: FocusEvent<HTMLElement>) => {
    if (!currentTarget.contains(relatedTarget)) previousFocus.current = relatedTarget as HTMLElement | null;
  };
  const close = (id: string, hadFocus: boolean) => {
    if (hadFocus) {
      (previousFocus.current?.isConnected ? previousFocus.current : document.getElementById('main'))?.focus({
        preventScroll: true,
      });
      previousFocus.current = null;
    }
    notices.close(id);
  };
  const cards = (isError: boolean) =>
    shown
      .filter(({ kind }) => (kind === 'error') === isError)
      .map((notice) => <NoticeCard key={notice.id} notice={notice} onClose={close} />);
  return (
    <section className={classes.notices} aria-label="Notifications" onFocus={onFocus}>
      {cards(true)}
      <div className={classes.polite} aria-live="polite">
        {cards(false)}
      </div>
    </section>
  );
}

/** Keeps a mouse click from moving the focus. */
const keepFocus = (event: MouseEvent) => event.preventDefault();

type CardProps = { notice: Notice; onClose: (id: string, hadFocus: boolean) => void };

function NoticeCard({ notice, onClose }: CardProps) {
  const [isHovered, setHovered] = useState(false);
  const [isFocused, setFocused] = useState(false);
  const isPaused = isHovered || isFocused;
  useEffect(() => {
    if (isPaused) return;
    const timer = setTimeout(() => notices.close(notice.id), NOTIFICATION_HIDE_MS);
    return () => clearTimeout(timer);
  }, [isPaused, notice]);
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the handlers only pause the timer
    <div
      role={notice.kind === 'error' ? 'alert' : undefined}
      className={classes.notice}
      data-kind={notice.kind}
      onPointerEnter={() => setHovered(true)}
      onPointerLeave={() => setHovered(false)}
      onFocus={() => setFocused(true)}
      onBlur={() => setFocused(false)}
    >
      <p>{notice.text}</p>
      <button
        type="button"
        aria-label="Close notification"
        onMouseDown={keepFocus}
        onClick={() => onClose(notice.id, isFocused)}
      >
        ×
      </button>
    </div>
  );
}

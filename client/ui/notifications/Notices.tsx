import { type FocusEvent, useEffect, useRef, useState, useSyncExternalStore } from 'react';
import { NOTIFICATION_HIDE_MS } from '#shared/business.ts';
import classes from './Notices.module.css';
import { createNoticeQueue } from './notice-queue.ts';
import { type Notice, showNotices } from './notify.ts';

const notices = createNoticeQueue();
showNotices(notices.push);

/** The notices, top right. Each closes after its time, but not while the pointer or the focus is on it. */
export function Notices() {
  const shown = useSyncExternalStore(notices.subscribe, notices.shown);
  const cameFrom = useRef<HTMLElement>(null);

  const onFocus = ({ currentTarget, relatedTarget }: FocusEvent<HTMLElement>) => {
    if (!currentTarget.contains(relatedTarget)) cameFrom.current = relatedTarget as HTMLElement | null;
  };
  const close = (id: string) => {
    (cameFrom.current?.isConnected ? cameFrom.current : document.getElementById('main'))?.focus();
    notices.close(id);
  };
  return shown.length === 0 ? null : (
    <section className={classes.notices} aria-label="Notifications" onFocus={onFocus}>
      {shown.map((notice) => (
        <NoticeCard key={notice.id} notice={notice} onClose={close} />
      ))}
    </section>
  );
}

function NoticeCard({ notice, onClose }: { notice: Notice; onClose: (id: string) => void }) {
  const [isPointedAt, setPointedAt] = useState(false);
  const [isFocused, setFocused] = useState(false);
  const isHeld = isPointedAt || isFocused;
  useEffect(() => {
    if (isHeld) return;
    const timer = setTimeout(() => notices.close(notice.id), NOTIFICATION_HIDE_MS);
    return () => clearTimeout(timer);
  }, [isHeld, notice]);
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: they only stop the time
    <div
      role={notice.kind === 'error' ? 'alert' : 'status'}
      className={classes.notice}
      data-kind={notice.kind}
      onPointerEnter={() => setPointedAt(true)}
      onPointerLeave={() => setPointedAt(false)}
      onFocus={() => setFocused(true)}
      onBlur={() => setFocused(false)}
    >
      <p>{notice.text}</p>
      <button type="button" aria-label="Close notification" onClick={() => onClose(notice.id)}>
        ×
      </button>
    </div>
  );
}

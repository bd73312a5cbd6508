import { type CSSProperties, useEffect, useState } from 'react';
import { MAX_NOTIFICATIONS, NOTIFICATION_HIDE_MS } from '#shared/business.ts';
import { connectNoticeQueue, type Notice } from './notify.ts';

/** Simple notices, for when the script and styles of <Notices> didn't load. Visitors can't close them. */
export function PlainNotices() {
  const [shown, setShown] = useState<readonly Pick<Notice, 'kind' | 'text'>[]>([]);
  useEffect(() => {
    connectNoticeQueue({
      push(kind, text) {
        const notice = { kind, text };
        setShown((before) => [...before, notice].slice(-MAX_NOTIFICATIONS));
        setTimeout(() => setShown((before) => before.filter((other) => other !== notice)), NOTIFICATION_HIDE_MS);
      },
      closeErrors: () => setShown((before) => before.filter(({ kind }) => kind !== 'error')),
    });
  }, []);
  return (
    <div role="status" style={POSITION}>
      {shown.map(({ text }, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a text can be shown twice
        <p key={index} style={CARD}>
          {text}
        </p>
      ))}
    </div>
  );
}

const POSITION: CSSProperties = {
  position: 'fixed',
  top: '1rem',
  right: '1rem',
  left: '1rem',
  zIndex: 400,
  maxWidth: '26rem',
  marginLeft: 'auto',
};
const CARD = {
  marginBottom: '0.6rem',
  padding: '1rem',
  border: '1px solid var(--line-strong)',
  background: 'var(--card)',
};

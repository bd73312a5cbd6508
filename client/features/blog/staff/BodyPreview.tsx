import { useDebouncedValue } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { minutesText } from '../posts.ts';
import { previewQuery } from './api.ts';
import classes from './PostEditor.module.css';

const TYPING_MS = 400;

/** The text as readers will see it, rendered and cleaned by the server. */
export function BodyPreview({ body }: { body: string }) {
  const [settled] = useDebouncedValue(body, TYPING_MS);
  const { data } = useQuery({ ...previewQuery(settled), enabled: settled.trim() !== '' });
  const isEmpty = body.trim() === '';
  return (
    <section className={classes.preview} aria-label="Preview">
      <p className={classes.muted}>Preview{!isEmpty && data && ` · ${minutesText(data.reading_minutes)}`}</p>
      {isEmpty || !data ? (
        <div className={classes.paper}>
          <p className={classes.muted}>What you write appears here.</p>
        </div>
      ) : (
        <div
          className={classes.paper}
          // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, so the keyboard must reach it
          tabIndex={0}
          // biome-ignore lint/security/noDangerouslySetInnerHtml: the server has sanitised it
          dangerouslySetInnerHTML={{ __html: data.body_html }}
        />
      )}
    </section>
  );
}

import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Link } from '#client/app/router.ts';
import { useIsAdmin } from '#client/session/use-is-admin.ts';
import { confirmDialog } from '#client/ui/app/Dialog.tsx';
import { Panel } from '#client/ui/app/Panel.tsx';
import { Button } from '#client/ui/Button.tsx';
import { DateText, InstantText } from '#client/ui/DateText.tsx';
import { notify } from '#client/ui/notifications/notify.ts';
import { formatDate } from '#shared/long-dates.ts';
import type { Newsletter } from '#shared/newsletters.ts';
import { paths } from '#shared/paths.ts';
import { heldNewslettersQuery, releaseNewsletter } from './api.ts';
import classes from './HeldNewsletters.module.css';
import { WeeklyBadge } from './NewsletterBadge.tsx';
import { promotionsText } from './newsletter-labels.ts';

/** All newsletters that are held after a restore. Renders nothing without any. */
export function HeldNewsletters() {
  const { data } = useQuery(heldNewslettersQuery);
  return data?.newsletters.length ? <HeldPanel newsletters={data.newsletters} /> : null;
}

/** Asks if the newsletters were sent. Needs at least one. */
export function HeldPanel({ newsletters }: { newsletters: readonly Newsletter[] }) {
  const isAdmin = useIsAdmin();
  const isOne = newsletters.length === 1;
  return (
    <Panel
      title={isOne ? 'Was this newsletter sent?' : 'Were these newsletters sent?'}
      tone="alert"
      lead={
        <>
          A backup was restored on <InstantText at={newsletters[0]!.held_at!} />. The backup doesn’t show whether{' '}
          {isOne ? 'this newsletter was' : 'these newsletters were'} sent afterward. We won’t close or send{' '}
          {isOne ? 'it' : 'them'} until an administrator marks {isOne ? 'it' : 'each one'} as sent or not sent. Later
          newsletters will go out as usual.
        </>
      }
    >
      <ul className={classes.list}>
        {newsletters.map((newsletter) => (
          <li key={newsletter.id}>
            <div>
              <Link to={paths.userNewsletter(newsletter.id)}>
                <DateText date={newsletter.newsletter_date} />
              </Link>{' '}
              {newsletter.kind === 'weekly' && <WeeklyBadge />}
              <p>{newsletter.kind === 'daily' && promotionsText(newsletter.promotions_count)}</p>
            </div>
            {isAdmin && <ReleaseButtons newsletter={newsletter} />}
          </li>
        ))}
      </ul>
      {!isAdmin && <p>Ask an administrator to mark {isOne ? 'it' : 'them'} as sent or not sent.</p>}
    </Panel>
  );
}

function ReleaseButtons({ newsletter: { id, newsletter_date, kind } }: { newsletter: Newsletter }) {
  const queryClient = useQueryClient();
  const releasing = useMutation({
    mutationFn: (was_sent: boolean) => releaseNewsletter(id, was_sent),
    onSuccess: (_, was_sent) => notify.success(`The newsletter was marked as ${was_sent ? 'sent' : 'not sent'}.`),
    // The answer changes the newsletter, its promotions, and the health checks.
    onSettled: () => queryClient.invalidateQueries(),
  });
  const isDaily = kind === 'daily';
  const name = `${kind} newsletter for ${formatDate(newsletter_date)}`;
  const confirmSent = () =>
    confirmDialog({
      title: 'Mark this newsletter as sent?',
      text: `We’ll close the ${name} without sending an email.${isDaily ? ' Its promotions will count as sent at its cutoff, and we’ll bill for their clicks and add-ons.' : ''} You can’t undo this.`,
      confirm: 'Mark as sent',
      keep: 'Cancel',
      onConfirm: () => releasing.mutate(true),
    });
  const confirmNotSent = () =>
    confirmDialog({
      title: 'Mark this newsletter as not sent?',
      text: `The ${name} will go out at its cutoff, or right away if that has passed. ${isDaily ? 'If the next cutoff has passed too, its promotions will become “unable to send”, free of charge. ' : ''}Readers who already got it would get it twice.`,
      confirm: 'Mark as not sent',
      keep: 'Cancel',
      onConfirm: () => releasing.mutate(false),
    });
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset would be announced as part of a form
    <div className={classes.answers} role="group" aria-label={`Was the ${name} sent?`}>
      <Button type="button" look="quiet" busy={releasing.isPending} onClick={confirmSent}>
        Mark as sent
      </Button>
      <Button type="button" look="quiet" busy={releasing.isPending} onClick={confirmNotSent}>
        Mark as not sent
      </Button>
    </div>
  );
}

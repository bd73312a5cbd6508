import { Link } from '#client/app/router.ts';
import { Panel } from '#client/ui/app/Panel.tsx';
import { CopyText } from '#client/ui/CopyButton.tsx';
import { DownloadButton } from '#client/ui/DownloadButton.tsx';
import { calendarDay, useShell } from '#client/ui/shell.ts';
import { pathWith } from '#shared/api/client.ts';
import { promotionsApi } from '#shared/api/promotions.ts';
import { paths } from '#shared/paths.ts';
import type { Promotion } from '#shared/promotions.ts';
import { bookedDate } from '../cutoff.ts';
import classes from './PartnerPromotion.module.css';
import { shareTexts } from './share-texts.ts';

/** A picture, a link, and texts for the partner's own channels, from the approval to the last day of the deal. */
export function SharePanel({ promotion }: { promotion: Promotion }) {
  const shell = useShell();
  const { book, approval_status, cancelled_at, unable_to_send_at, deal_ends_on } = promotion;
  const isBooked = approval_status === 'approved' && !cancelled_at && !unable_to_send_at;
  if (!book || !isBooked || deal_ends_on < calendarDay(shell)) return null;
  const url = shell.app_url + paths.book(book);
  const texts = shareTexts({
    ...promotion,
    url,
    title: book.title,
    author_name: book.author_name,
    blurb: promotion.blurb_override || book.blurb,
    from: bookedDate(promotion),
  });
  return (
    <Panel title="Share your deal">
      <p>
        For your own channels. We count the clicks by each of these links, so you’ll see which channel works. They’re
        website clicks: free, and never on your invoice.
      </p>
      <div>
        <DownloadButton path={pathWith(promotionsApi.shareCard.path, { id: promotion.id })}>
          Download image
        </DownloadButton>
      </div>
      {texts.map(({ channel, label, action, text }) => (
        <CopyText
          key={channel}
          label={label}
          action={action}
          text={text}
          rows={channel === 'link' ? 1 : Math.max(3, text.split('\n').length)}
        />
      ))}
      {bookedDate(promotion) >= calendarDay(shell) && (
        <p className={classes.muted}>
          On the day of the newsletter, your deal is also on <Link to={paths.today()}>Today on Deckle</Link>.
        </p>
      )}
    </Panel>
  );
}

import { Link } from '#client/app/router.ts';
import { DateText } from '#client/ui/DateText.tsx';
import type { Newsletter } from '#shared/newsletters.ts';
import { paths } from '#shared/paths.ts';
import { HeldMark, NewsletterBadge, WeeklyMark } from './NewsletterBadge.tsx';
import classes from './NewsletterRow.module.css';
import { deliveriesText, promotionsText } from './newsletter-words.ts';

export const NewsletterRow = ({ newsletter }: { newsletter: Newsletter }) => (
  <li className={classes.row}>
    <div className={classes.words}>
      <Link to={paths.userNewsletter(newsletter.id)} className={classes.date!}>
        <DateText date={newsletter.newsletter_date} />
      </Link>
      {newsletter.kind === 'weekly' && <WeeklyMark />} {newsletter.held_at && <HeldMark />}
      {newsletter.subject && <p className={classes.subject}>{newsletter.subject}</p>}
    </div>
    <div className={classes.numbers}>
      <NewsletterBadge status={newsletter.status} />
      <p>{promotionsText(newsletter.promotions_count)}</p>
      <p>{deliveriesText(newsletter)}</p>
    </div>
  </li>
);

import { NewsletterEntry } from '#server/emails/newsletter-entry.tsx';
import classes from './NewsletterEntryFrame.module.css';
import { newsletterDeal, type PreviewDeal } from './preview-deal.ts';

/** A newsletter entry on the email's light background, even in dark mode. Its links are inert. */
export const NewsletterEntryFrame = ({ deal }: { deal: PreviewDeal }) => (
  <div className={classes.frame}>
    <div className={classes.paper} inert>
      <NewsletterEntry deal={newsletterDeal(deal)} />
    </div>
  </div>
);

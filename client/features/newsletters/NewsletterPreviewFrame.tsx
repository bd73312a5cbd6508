import { NewsletterEntry } from '#server/emails/newsletter-entry.tsx';
import classes from './NewsletterPreviewFrame.module.css';
import { newsletterDeal, type PreviewDeal } from './preview-deal.ts';

/** On the email's own background, also in the dark scheme. Its links do nothing. */
export const NewsletterPreviewFrame = ({ deal }: { deal: PreviewDeal }) => (
  <div className={classes.room}>
    <div className={classes.paper} inert>
      <NewsletterEntry deal={newsletterDeal(deal)} />
    </div>
  </div>
);

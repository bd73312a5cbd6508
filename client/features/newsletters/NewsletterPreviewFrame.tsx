import { NewsletterEntry } from '#server/emails/newsletter-entry.tsx';
import classes from './NewsletterPreviewFrame.module.css';
import { newsletterDeal, type PreviewDeal } from './preview-deal.ts';

/** An entry on the email's own background, in the dark scheme too. Its links are inert. */
export const NewsletterPreviewFrame = ({ deal }: { deal: PreviewDeal }) => (
  <div className={classes.frame}>
    <div className={classes.paper} inert>
      <NewsletterEntry deal={newsletterDeal(deal)} />
    </div>
  </div>
);

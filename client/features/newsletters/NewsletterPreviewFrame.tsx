import { NewsletterEntry } from '#server/emails/newsletter-entry.tsx';
import classes from './NewsletterPreviewFrame.module.css';
import { newsletterDeal, type PreviewDeal } from './preview-deal.ts';

/** On the mail's own paper, in the dark too. Its links are for looking at. */
export const NewsletterPreviewFrame = ({ deal }: { deal: PreviewDeal }) => (
  <div className={classes.room}>
    <div className={classes.paper} inert>
      <NewsletterEntry deal={newsletterDeal(deal)} />
    </div>
  </div>
);

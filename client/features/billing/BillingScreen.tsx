import { Page, PageTitle } from '#client/ui/Page.tsx';
import { Seo } from '#client/ui/Seo.tsx';
import { CardsPanel } from './CardsPanel.tsx';
import { ConfirmPanel } from './ConfirmPanel.tsx';
import { CreditPanel } from './CreditPanel.tsx';
import { InvoicesPanel } from './InvoicesPanel.tsx';
import { UnpaidPanel } from './UnpaidPanel.tsx';

export const BillingScreen = () => (
  <Page>
    <Seo title="Billing" description="Your cards, charges and invoices." noindex />
    <PageTitle lead="A promotion is charged to your default card 72 hours after its newsletter, and never more than $60.00.">
      Billing
    </PageTitle>
    <ConfirmPanel />
    <UnpaidPanel />
    <CardsPanel />
    <CreditPanel />
    <InvoicesPanel />
  </Page>
);

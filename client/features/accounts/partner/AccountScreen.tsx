import { useSession } from '#client/session/SessionContext.tsx';
import { Page, PageTitle } from '#client/ui/Page.tsx';
import { Seo } from '#client/ui/Seo.tsx';
import { SecondFactorPanel } from '../SecondFactorPanel.tsx';
import { SessionsPanel } from '../SessionsPanel.tsx';
import { CalendarFeed } from './CalendarFeed.tsx';
import { DataExport } from './DataExport.tsx';
import { DeleteAccount } from './DeleteAccount.tsx';
import { DetailsForm } from './DetailsForm.tsx';
import { EmailForm } from './EmailForm.tsx';
import { MailSwitches } from './MailSwitches.tsx';
import { PasswordForm } from './PasswordForm.tsx';

export function AccountScreen() {
  const { record } = useSession().partner;
  if (!record) return null;
  return (
    <Page width="text">
      <Seo title="Edit account" description="Your details, password and e-mail settings." noindex />
      <PageTitle>Edit account</PageTitle>
      <DetailsForm partner={record} />
      <EmailForm partner={record} />
      <PasswordForm />
      <SecondFactorPanel forRole="partner" />
      <SessionsPanel forRole="partner" />
      <MailSwitches partner={record} />
      <CalendarFeed />
      <DataExport />
      <DeleteAccount />
    </Page>
  );
}

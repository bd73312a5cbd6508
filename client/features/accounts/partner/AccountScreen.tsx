import { type UseMutationResult, useMutation } from '@tanstack/react-query';
import { clientFor } from '#client/api/client.ts';
import { useSession } from '#client/session/SessionContext.tsx';
import { Panel } from '#client/ui/app/Panel.tsx';
import { Button } from '#client/ui/Button.tsx';
import { CopyText } from '#client/ui/CopyButton.tsx';
import { DownloadButton } from '#client/ui/DownloadButton.tsx';
import { Page, PageTitle } from '#client/ui/Page.tsx';
import { Seo } from '#client/ui/Seo.tsx';
import { partnersApi } from '#shared/api/partners.ts';
import { promotionsApi } from '#shared/api/promotions.ts';
import { ApiKeysPanel } from '../ApiKeysPanel.tsx';
import { SecondFactorPanel } from '../SecondFactorPanel.tsx';
import { SessionsPanel } from '../SessionsPanel.tsx';
import { WebhooksPanel } from '../WebhooksPanel.tsx';
import { DetailsForm, EmailForm, EmailSwitches, PasswordForm } from './AccountForms.tsx';
import { DeleteAccount } from './DeleteAccount.tsx';

export function AccountScreen() {
  const { record } = useSession().partner;
  const feed = useMutation({ mutationFn: () => clientFor(promotionsApi, 'partner').calendarUrl() });
  if (!record) return null;
  return (
    <Page width="text">
      <Seo title="Edit account" description="Your details, password, and email settings." noindex />
      <PageTitle>Edit account</PageTitle>
      <DetailsForm partner={record} />
      <EmailForm partner={record} />
      <PasswordForm onSaved={feed.reset} />
      <SecondFactorPanel forRole="partner" />
      <SessionsPanel forRole="partner" />
      <EmailSwitches partner={record} />
      <ApiKeysPanel forRole="partner" />
      <WebhooksPanel forRole="partner" />
      <CalendarFeed feed={feed} />
      <DataExport />
      <DeleteAccount />
    </Page>
  );
}

/** Shows the calendar's address only on request, because anyone with it can read the calendar. */
function CalendarFeed({ feed }: { feed: UseMutationResult<{ calendar: { url: string } }, Error, void> }) {
  return (
    <Panel
      title="Your calendar"
      lead="Subscribe in Google Calendar, Outlook, or Apple Calendar to see your approved promotions and the price to set for each."
    >
      {feed.data ? (
        <>
          <CopyText label="Calendar address" text={feed.data.calendar.url} action="Copy address" />
          <p>Anyone with this address can see your dates. It stops working when you change your password.</p>
        </>
      ) : (
        <div>
          <Button type="button" look="quiet" busy={feed.isPending} onClick={() => feed.mutate()}>
            Show calendar address
          </Button>
        </div>
      )}
    </Panel>
  );
}

const DataExport = () => (
  <Panel
    title="Your data"
    lead="Download your data as one JSON file: books, promotions, clicks, invoices, emails, and more."
  >
    <div>
      <DownloadButton path={partnersApi.export.path}>Download my data</DownloadButton>
    </div>
  </Panel>
);

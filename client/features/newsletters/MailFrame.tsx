import { useShell } from '#client/ui/shell.ts';
import { framedMail } from './framed-mail.ts';
import classes from './PreviewPanel.module.css';

/** The mail in a room of its own: nothing in it runs, and its links open beside the page. */
export function MailFrame({ html, phone }: { html: string; phone: boolean }) {
  const { app_url } = useShell();
  return (
    <iframe
      className={classes.frame}
      data-phone={phone}
      title={phone ? 'The mail on a phone' : 'The mail'}
      sandbox="allow-popups allow-popups-to-escape-sandbox"
      srcDoc={framedMail(html, { nonce: pageNonce(), app_url })}
    />
  );
}

const pageNonce = () => document.querySelector<HTMLMetaElement>('meta[property="csp-nonce"]')?.nonce ?? '';

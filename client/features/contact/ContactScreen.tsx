import { useMutation } from '@tanstack/react-query';
import { fieldErrors } from '#client/api/api-error.ts';
import { clientFor } from '#client/api/client.ts';
import { UnsavedFields } from '#client/api/UnsavedFields.tsx';
import { Link } from '#client/app/router.ts';
import { Alert } from '#client/ui/Alert.tsx';
import { breadcrumbJsonLd } from '#client/ui/Breadcrumbs.tsx';
import { Button } from '#client/ui/Button.tsx';
import { Field, TextField } from '#client/ui/Field.tsx';
import { Form } from '#client/ui/Form.tsx';
import { Page, PageTitle } from '#client/ui/Page.tsx';
import { Seo } from '#client/ui/Seo.tsx';
import { useShell } from '#client/ui/shell.ts';
import { useFormOutcome } from '#client/ui/use-form-outcome.ts';
import { contactApi } from '#shared/api/contact.ts';
import { paths } from '#shared/paths.ts';
import classes from './ContactScreen.module.css';

const DESCRIPTION = 'Questions, feedback, or a problem with a book? Get in touch.';

export function ContactScreen() {
  const { app_url, support_email, operator } = useShell();
  const path = paths.contact();
  return (
    <Page width="text">
      <Seo
        title="Contact"
        description={DESCRIPTION}
        path={path}
        jsonLd={[breadcrumbJsonLd([{ to: path, label: 'Contact' }], app_url)]}
      />
      <PageTitle
        lead={
          operator.reply_time
            ? `We’ll reply by email, usually within ${operator.reply_time}.`
            : 'Ask a question, report a problem, or tell us what you think.'
        }
      >
        Contact
      </PageTitle>
      <ul className={classes.hints}>
        <li>
          Which books we accept, and common reasons we decline one:{' '}
          <Link to={paths.promotionRequirements()}>requirements</Link>
        </li>
        <li>
          What a promotion costs: <Link to={paths.pricing()}>pricing</Link>
        </li>
        <li>To pause the newsletter or unsubscribe, use the link at the end of each email</li>
      </ul>
      <ContactForm />
      <p>
        You can also write to <a href={`mailto:${support_email}`}>{support_email}</a>, or by post to {operator.name},{' '}
        {operator.address}, {operator.country}.
      </p>
    </Page>
  );
}

function ContactForm() {
  const send = useMutation({ mutationFn: sendMessage, meta: { form: true } });
  const outcome = useFormOutcome();
  if (send.data || outcome === 'done')
    return (
      <Alert kind="success" title="Your message was sent">
        {send.data?.message ?? 'Thank you. We’ll reply by email.'}
      </Alert>
    );
  return (
    <Form
      label="Write to us"
      worksWithoutScript
      busy={send.isPending}
      errors={fieldErrors(send.error)}
      onSubmit={(values) => send.mutate(messageOf(values))}
    >
      <UnsavedFields />
      <Field name="name" label="Name" autoComplete="name" maxLength={100} required />
      <Field name="email" label="Email" type="email" autoComplete="email" required />
      <Field name="subject" label="Subject" maxLength={150} hint="Optional" />
      <TextField name="message" label="Message" minLength={10} maxLength={5000} required />
      <div className={classes.honeypot} aria-hidden="true">
        <label>
          Website
          <input name="website" tabIndex={-1} autoComplete="off" />
        </label>
      </div>
      <div>
        <Button type="submit" busy={send.isPending}>
          Send message
        </Button>
      </div>
    </Form>
  );
}

type Message = { name: string; email: string; subject: string; message: string; website: string };

const sendMessage = (body: Message) => clientFor(contactApi).send({ body });

function messageOf(values: FormData): Message {
  const text = (name: string) => String(values.get(name) ?? '').trim();
  return {
    name: text('name'),
    email: text('email'),
    subject: text('subject'),
    message: text('message'),
    website: text('website'),
  };
}

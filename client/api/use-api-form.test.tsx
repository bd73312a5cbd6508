/** The arguments of `submit`, without a browser. */
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { renderToString } from 'react-dom/server';
import { expect, it, vi } from 'vitest';
import { useApiForm } from './use-api-form.ts';

type Words = { subject: string; preheader: string };

/** A form that was opened with these values. */
function openForm(initialValues: Words) {
  const submit = vi.fn(async (values: Words, before: Words) => ({ values, before }));
  let made: Made;
  renderToString(
    <QueryClientProvider client={new QueryClient()}>
      <Form initialValues={initialValues} submit={submit} onForm={(form) => (made = form)} />
    </QueryClientProvider>,
  );
  return { submit, form: made!.form, send: () => made.onSubmit() };
}

type Made = ReturnType<typeof useApiForm<Words, unknown>>;
type Props = Parameters<typeof useApiForm<Words, unknown>>[0] & { onForm: (form: Made) => void };

function Form({ onForm, ...options }: Props) {
  onForm(useApiForm(options));
  return null;
}

it('passes the first values to submit, and after a save the saved ones', async () => {
  const { submit, form, send } = openForm({ subject: 'Five thrillers', preheader: '' });
  form.setFieldValue('subject', 'Six thrillers');
  send();
  await vi.waitFor(() => expect(submit).toHaveBeenCalledOnce());
  expect(submit).toHaveBeenLastCalledWith(
    { subject: 'Six thrillers', preheader: '' },
    { subject: 'Five thrillers', preheader: '' },
  );
  await vi.waitFor(() => expect(form.getInitialValues()).toEqual({ subject: 'Six thrillers', preheader: '' }));

  form.setFieldValue('preheader', 'And a seventh');
  send();
  await vi.waitFor(() => expect(submit).toHaveBeenCalledTimes(2));
  expect(submit).toHaveBeenLastCalledWith(
    { subject: 'Six thrillers', preheader: 'And a seventh' },
    { subject: 'Six thrillers', preheader: '' },
  );
});

it('treats values typed during a save as unsaved', async () => {
  const { submit, form, send } = openForm({ subject: 'Five thrillers', preheader: '' });
  let answer: () => void = () => undefined;
  submit.mockImplementationOnce(
    (values, before) => new Promise((resolve) => (answer = () => resolve({ values, before }))),
  );
  form.setFieldValue('subject', 'Six thrillers');
  send();
  await vi.waitFor(() => expect(submit).toHaveBeenCalledOnce());
  form.setFieldValue('preheader', 'And a seventh');
  answer();
  await vi.waitFor(() => expect(form.getInitialValues()).toEqual({ subject: 'Six thrillers', preheader: '' }));
});

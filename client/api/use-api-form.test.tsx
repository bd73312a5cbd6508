/** The arguments that forms pass to `submit`, the fields' paths, and the unsaved values, tested without a browser. */
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { renderToString } from 'react-dom/server';
import { expect, it, vi } from 'vitest';
import { useApiForm } from './use-api-form.ts';

type Values = { subject: string; preheader: string };

/** Opens a form with initial values. */
function openForm(initialValues: Values) {
  const submit = vi.fn(async (values: Values, before: Values) => ({ values, before }));
  let apiForm: ApiForm;
  renderToString(
    <QueryClientProvider client={new QueryClient()}>
      <Form initialValues={initialValues} submit={submit} onForm={(form) => (apiForm = form)} />
    </QueryClientProvider>,
  );
  return { submit, form: apiForm!.form, send: () => apiForm.onSubmit() };
}

type ApiForm = ReturnType<typeof useApiForm<Values, unknown>>;
type Props = Parameters<typeof useApiForm<Values, unknown>>[0] & { onForm: (form: ApiForm) => void };

function Form({ onForm, ...options }: Props) {
  onForm(useApiForm(options));
  return null;
}

it('passes the initial values to submit, or the last saved ones', async () => {
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

it('gives the same field a different path in each form on a page', () => {
  const paths: unknown[] = [];
  const values = { subject: 'Five thrillers', preheader: '' };
  const form = { initialValues: values, submit: vi.fn(), onForm: ({ form }: ApiForm) => paths.push(pathOf(form)) };
  renderToString(
    <QueryClientProvider client={new QueryClient()}>
      <Form {...form} />
      <Form {...form} />
    </QueryClientProvider>,
  );
  expect(new Set(paths).size).toBe(2);
});
const pathOf = (form: ApiForm['form']) => (form.getInputProps('subject') as { 'data-path'?: string })['data-path'];

it('treats values typed during a save as unsaved', async () => {
  const { submit, form, send } = openForm({ subject: 'Five thrillers', preheader: '' });
  let respond: () => void = () => undefined;
  submit.mockImplementationOnce(
    (values, before) => new Promise((resolve) => (respond = () => resolve({ values, before }))),
  );
  form.setFieldValue('subject', 'Six thrillers');
  send();
  await vi.waitFor(() => expect(submit).toHaveBeenCalledOnce());
  form.setFieldValue('preheader', 'And a seventh');
  respond();
  await vi.waitFor(() => expect(form.getInitialValues()).toEqual({ subject: 'Six thrillers', preheader: '' }));
});

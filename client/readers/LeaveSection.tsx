import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Button } from '#client/ui/Button.tsx';
import { ConfirmButton } from '#client/ui/ConfirmButton.tsx';
import { Form } from '#client/ui/Form.tsx';
import { SelectField } from '#client/ui/SelectField.tsx';
import type { Reader } from '#shared/readers.ts';
import { eraseReader, exportUrl, unsubscribeReader } from './api.ts';
import classes from './ReaderSections.module.css';

const REASONS = ['Too many mails', 'Not my kind of books', 'Not my stores', 'I never signed up', 'Something else'];

export function LeaveSection({ reader, onErased }: { reader: Reader; onErased: () => void }) {
  const erase = useMutation({ mutationFn: () => eraseReader(reader.uuid), onSuccess: onErased });
  return (
    <>
      {reader.status !== 'unsubscribed' && <Unsubscribe reader={reader} />}
      <section className={classes.section} aria-labelledby="data">
        <h2 id="data">Your data</h2>
        <p>
          <a href={exportUrl(reader.uuid)} download>
            Download everything we keep about you
          </a>{' '}
          (a JSON file).
        </p>
        <p>Erasing removes your address, your preferences and what you clicked on. It cannot be undone.</p>
        <ConfirmButton
          label="Erase my data"
          question="Erase everything for good?"
          confirm="Yes, erase it"
          busy={erase.isPending}
          onConfirm={() => erase.mutate()}
        />
      </section>
    </>
  );
}

function Unsubscribe({ reader }: { reader: Reader }) {
  const queryClient = useQueryClient();
  const leave = useMutation({
    mutationFn: (reason: string) => unsubscribeReader(reader.uuid, reason),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: ['reader', reader.uuid] }),
    meta: { success: 'You are unsubscribed.' },
  });
  return (
    <section className={classes.section} aria-labelledby="unsubscribe">
      <h2 id="unsubscribe">Unsubscribe</h2>
      <Form
        label="Unsubscribe"
        busy={leave.isPending}
        onSubmit={(values) => leave.mutate(String(values.get('reason')))}
      >
        <SelectField
          name="reason"
          label="Would you tell us why?"
          options={[
            { value: '', label: 'I would rather not' },
            ...REASONS.map((reason) => ({ value: reason, label: reason })),
          ]}
        />
        <div>
          <Button type="submit" look="danger" busy={leave.isPending}>
            Unsubscribe
          </Button>
        </div>
      </Form>
    </section>
  );
}

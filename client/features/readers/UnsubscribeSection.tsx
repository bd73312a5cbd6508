import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { Button } from '#client/ui/Button.tsx';
import { Form } from '#client/ui/Form.tsx';
import { SelectField } from '#client/ui/SelectField.tsx';
import type { Reader } from '#shared/readers.ts';
import { unsubscribeReader } from './api.ts';
import classes from './ReaderSections.module.css';

const REASONS = ['Too many mails', 'Not my kind of books', 'Not my stores', 'I never signed up', 'Something else'];

/** `isWanted`: the mail's "Unsubscribe" leads just here. It comes with the reader's data, later than the router looks for it. */
export function UnsubscribeSection({ reader, isWanted }: { reader: Reader; isWanted: boolean }) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => {
    if (isWanted) heading.current?.focus();
  }, [isWanted]);
  const queryClient = useQueryClient();
  const leave = useMutation({
    mutationFn: (reason: string) => unsubscribeReader(reader.uuid, reason),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: ['reader', reader.uuid] }),
    meta: { success: 'You are unsubscribed.' },
  });
  return (
    <section className={classes.section} aria-labelledby="unsubscribe">
      <h2 id="unsubscribe" ref={heading} tabIndex={-1}>
        Unsubscribe
      </h2>
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

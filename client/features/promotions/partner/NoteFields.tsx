import { Textarea } from '@mantine/core';
import type { BookingForm } from './booking-form-type.ts';

const BLURB_LENGTH = 300;

export const NoteFields = ({ form }: { form: BookingForm }) => (
  <>
    <Textarea
      label="Another blurb for this newsletter"
      description={`Leave it empty to use the book's. ${BLURB_LENGTH - form.getValues().blurb_override.length} characters left.`}
      maxLength={BLURB_LENGTH}
      autosize
      minRows={2}
      size="md"
      {...form.getInputProps('blurb_override')}
    />
    <Textarea
      label="A note to our editors"
      description="Readers do not see it."
      maxLength={1000}
      autosize
      minRows={2}
      size="md"
      {...form.getInputProps('partner_note')}
    />
  </>
);

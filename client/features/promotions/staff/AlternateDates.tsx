import { ActionIcon, Button, Input, TextInput } from '@mantine/core';
import { IconX } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import classes from './AlternateDates.module.css';

const MOST = 5;

type Props = { dates: readonly string[]; error?: ReactNode; onChange: (dates: string[]) => void };

/** Other days that would do, in the order in which they are tried. */
export const AlternateDates = ({ dates, error, onChange }: Props) => (
  <Input.Wrapper label="Alternates" description="Tried in this order." error={error} labelElement="div">
    <div className={classes.dates}>
      {dates.map((date, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a date may be changed or stand there twice while it is typed
        <div key={index} className={classes.date}>
          <TextInput
            type="date"
            aria-label={`Alternate ${index + 1}`}
            value={date}
            onChange={({ currentTarget: { value } }) => onChange(dates.with(index, value))}
          />
          <ActionIcon
            size={44}
            variant="subtle"
            color="gray"
            aria-label={`Remove alternate ${index + 1}`}
            onClick={() => onChange(dates.toSpliced(index, 1))}
          >
            <IconX size={18} aria-hidden="true" />
          </ActionIcon>
        </div>
      ))}
      {dates.length < MOST && (
        <Button variant="default" onClick={() => onChange([...dates, ''])}>
          Add a date
        </Button>
      )}
    </div>
  </Input.Wrapper>
);

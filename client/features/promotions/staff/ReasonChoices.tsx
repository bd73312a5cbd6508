import { Checkbox, NativeSelect } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useApp } from '#client/api/app.ts';
import { categoriesQuery } from '#client/api/categories.ts';
import { REASONS, type ReasonCode } from '#shared/reasons.ts';
import { EDITOR_CODES, RULE_CODES } from '#shared/submission-rules.ts';
import type { Draft } from './questions.ts';
import classes from './ReasonChoices.module.css';

type Props = { draft: Draft; onChange: (part: Partial<Draft>) => void };

/** The decline codes with the words the partner will read; for the wrong category also the better one. */
export function ReasonChoices({ draft, onChange }: Props) {
  const chosen = [...draft.reason_codes];
  const onReasons = (codes: string[]) => onChange({ reason_codes: codes as ReasonCode[] });
  return (
    <Checkbox.Group value={chosen} onChange={onReasons} label="Reasons" description="The partner reads these words.">
      <div className={classes.reasons}>
        {EDITOR_CODES.map((code, index) => (
          <Reason key={code} code={code} autofocus={index === 0} />
        ))}
        {chosen.includes('wrong_category') && (
          <SuggestedCategory
            id={draft.suggested_category_id}
            onChange={(suggested_category_id) => onChange({ suggested_category_id })}
          />
        )}
        <details
          className={classes.rules}
          open={chosen.some((code) => RULE_CODES.some((rule) => rule === code)) || undefined}
        >
          <summary>Submission rules</summary>
          <div className={classes.reasons}>
            {RULE_CODES.map((code) => (
              <Reason key={code} code={code} />
            ))}
          </div>
        </details>
      </div>
    </Checkbox.Group>
  );
}

const Reason = ({ code, autofocus = false }: { code: ReasonCode; autofocus?: boolean }) => (
  <Checkbox
    value={code}
    label={REASONS[code].explanation}
    description={waitText(REASONS[code].resubmit_after)}
    data-autofocus={autofocus || undefined}
  />
);

const waitText = (days: number) => (days ? `May come back after ${days} days.` : 'May come back once that is mended.');

function SuggestedCategory({ id, onChange }: { id: number | null; onChange: (id: number | null) => void }) {
  const { data = [] } = useQuery(categoriesQuery(useApp().api));
  return (
    <NativeSelect
      label="Better category"
      value={id ?? ''}
      onChange={({ currentTarget: { value } }) => onChange(value ? Number(value) : null)}
      data={[
        { value: '', label: 'None to suggest' },
        ...data.map(({ id, name }) => ({ value: String(id), label: name })),
      ]}
    />
  );
}

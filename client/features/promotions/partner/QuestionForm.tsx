import { useState } from 'react';
import { questionClicks, usePromotionsChanged } from '#client/api/partner-promotions.ts';
import { useApiForm } from '#client/api/use-api-form.ts';
import { Link } from '#client/app/router.ts';
import { Button } from '#client/ui/Button.tsx';
import { InstantText } from '#client/ui/DateText.tsx';
import { TextField } from '#client/ui/Field.tsx';
import { Row } from '#client/ui/Stack.tsx';
import { QuestionInput } from '#shared/held-clicks.ts';
import { paths } from '#shared/paths.ts';
import classes from '../ClicksTables.module.css';

/** Until the given instant, the partner may ask our staff about the counted clicks. */
export function QuestionForm({ promotion_id, until }: { promotion_id: number; until: string }) {
  const [isOpen, setOpen] = useState(false);
  if (isOpen) return <Fields promotion_id={promotion_id} onClose={() => setOpen(false)} />;
  return (
    <div className={classes.ask}>
      <p>
        Does the result look wrong? See <Link to={paths.howWeCountClicks()}>how we count clicks</Link>. You can question
        it until <InstantText at={until} />.
      </p>
      <Button look="quiet" onClick={() => setOpen(true)}>
        Question the result
      </Button>
    </div>
  );
}

function Fields({ promotion_id, onClose }: { promotion_id: number; onClose: () => void }) {
  const changed = usePromotionsChanged();
  const { form, onSubmit, busy } = useApiForm({
    initialValues: { question: '' },
    schema: QuestionInput,
    submit: ({ question }) => questionClicks(promotion_id, question),
    success: 'We got your question and will answer by email.',
    onSuccess: () => void changed(),
  });
  return (
    <form onSubmit={onSubmit} className={classes.ask}>
      <TextField
        label="Your question"
        hint="Our staff will look at the clicks and answer by email."
        rows={3}
        maxLength={2000}
        {...form.getInputProps('question')}
      />
      <Row>
        <Button type="submit" busy={busy}>
          Send question
        </Button>
        <Button look="quiet" onClick={onClose}>
          Back
        </Button>
      </Row>
    </form>
  );
}

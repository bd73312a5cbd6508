import { useState } from 'react';
import { questionClicks, useRefreshPromotions } from '#client/api/partner-promotions.ts';
import { Link } from '#client/app/router.ts';
import { Button } from '#client/ui/Button.tsx';
import { InstantText } from '#client/ui/DateText.tsx';
import { QuestionInput } from '#shared/held-clicks.ts';
import { paths } from '#shared/paths.ts';
import classes from '../ClicksTables.module.css';
import { TextForm } from '../TextForm.tsx';

/** A form to ask our staff about the counted clicks, until the given instant. */
export function QuestionForm({ promotion_id, until }: { promotion_id: number; until: string }) {
  const [isOpen, setOpen] = useState(false);
  const refresh = useRefreshPromotions();
  if (isOpen)
    return (
      <TextForm
        name="question"
        schema={QuestionInput}
        label="Your question"
        hint="Our staff will look at the clicks and answer by email."
        button="Send question"
        success="We got your question and will answer by email."
        submit={(question) => questionClicks(promotion_id, question)}
        onSettled={refresh}
        onBack={() => setOpen(false)}
      />
    );
  return (
    <div className={classes.ask}>
      <p>
        Does the result look wrong? See <Link to={paths.howWeCountClicks()}>how we count clicks</Link>. You can ask us
        about it until <InstantText at={until} />.
      </p>
      <Button look="quiet" onClick={() => setOpen(true)}>
        Ask about this result
      </Button>
    </div>
  );
}

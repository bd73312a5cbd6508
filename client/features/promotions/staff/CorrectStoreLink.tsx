import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useApiForm } from '#client/api/use-api-form.ts';
import { Button } from '#client/ui/Button.tsx';
import { Field } from '#client/ui/Field.tsx';
import { SelectField } from '#client/ui/SelectField.tsx';
import { STORE_NAMES, STORES, type Store } from '#shared/business.ts';
import { type Promotion, StoreLinkCorrection } from '#shared/promotions.ts';
import { correctStoreLink } from './api.ts';
import classes from './PromotionRecord.module.css';
import { invalidateRelated, updateCachedPromotion } from './use-decisions.ts';

/** Changes the target of a store link after the newsletter has closed, also in emails that readers already have. */
export function CorrectStoreLink({ promotion }: { promotion: Promotion }) {
  const [isOpen, setOpen] = useState(false);
  const stores = STORES.filter((store) => promotion.approved_store_urls?.[store]);
  if (!promotion.actions.includes('correct_store_link') || !stores.length) return null;
  return isOpen ? (
    <Fields promotion={promotion} stores={stores} onClose={() => setOpen(false)} />
  ) : (
    <div>
      <Button look="quiet" onClick={() => setOpen(true)}>
        Correct a store link
      </Button>
    </div>
  );
}

type Props = { promotion: Promotion; stores: readonly Store[]; onClose: () => void };

function Fields({ promotion, stores, onClose }: Props) {
  const queryClient = useQueryClient();
  const [first] = stores;
  const urlOf = (store: Store) => promotion.approved_store_urls?.[store] ?? '';
  const { form, onSubmit, busy } = useApiForm({
    initialValues: { store: first!, url: urlOf(first!), reason: '' },
    schema: StoreLinkCorrection,
    submit: (values) => correctStoreLink(promotion.id, values),
    success: 'The store link was corrected.',
    onSuccess(updated) {
      updateCachedPromotion(queryClient, updated);
      invalidateRelated(queryClient, updated);
      onClose();
    },
  });
  return (
    <form onSubmit={onSubmit} className={classes.form}>
      <SelectField
        label="Store"
        options={stores.map((store) => ({ value: store, label: STORE_NAMES[store] }))}
        value={form.values.store}
        onChange={({ currentTarget: { value } }) =>
          form.setValues({ store: value as Store, url: urlOf(value as Store) })
        }
      />
      <Field
        label="Link"
        inputMode="url"
        hint="The corrected link also works in emails that were already sent."
        {...form.getInputProps('url')}
      />
      <Field label="Reason" hint="Optional" maxLength={500} {...form.getInputProps('reason')} />
      <div className={classes.buttons}>
        <Button type="submit" busy={busy}>
          Correct link
        </Button>
        <Button look="quiet" onClick={onClose}>
          Back
        </Button>
      </div>
    </form>
  );
}

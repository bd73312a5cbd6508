import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Link, useNavigate, useParams } from '#client/app/router.ts';
import { useIsAdmin } from '#client/session/use-is-admin.ts';
import { changedFields } from '#client/ui/app/changed-fields.ts';
import { confirmDialog } from '#client/ui/app/Dialog.tsx';
import { Panel } from '#client/ui/app/Panel.tsx';
import { QueryBoundary } from '#client/ui/app/QueryBoundary.tsx';
import { Button } from '#client/ui/Button.tsx';
import { Page, PageTitle } from '#client/ui/Page.tsx';
import { Seo } from '#client/ui/Seo.tsx';
import { useShell } from '#client/ui/shell.ts';
import { type Discount, isGenerous } from '#shared/discounts.ts';
import { paths } from '#shared/paths.ts';
import { DISCOUNTS, deleteDiscount, discountQuery, saveDiscount } from './api.ts';
import { DiscountBadge } from './DiscountBadge.tsx';
import { DiscountFields } from './DiscountFields.tsx';
import { discountText, stateOf, usesText } from './discount-labels.ts';
import { bodyOf, valuesOf } from './discount-values.ts';

/** A discount code: its state and uses, a form to edit or disable it, and a button to delete it. */
export function UserDiscountScreen() {
  const query = useQuery(discountQuery(Number(useParams().id)));
  return (
    <Page>
      <Seo title={query.data?.code ?? 'Discount'} description="Staff view of one discount code." noindex />
      <p>
        <Link to={paths.userDiscounts()}>Discounts</Link>
      </p>
      {!query.data && <PageTitle>Discount</PageTitle>}
      <QueryBoundary query={query}>{(discount) => <DiscountDetails discount={discount} />}</QueryBoundary>
    </Page>
  );
}

function DiscountDetails({ discount }: { discount: Discount }) {
  const queryClient = useQueryClient();
  const { now } = useShell();
  const isAdmin = useIsAdmin();
  const handleSaved = (saved: Discount) => {
    queryClient.setQueryData(discountQuery(saved.id).queryKey, saved);
    void queryClient.invalidateQueries({ queryKey: [...DISCOUNTS, 'list'] });
  };
  return (
    <>
      <PageTitle
        lead={
          <>
            <DiscountBadge state={stateOf(discount, now)} /> {discountText(discount)} · {usesText(discount)}
          </>
        }
      >
        {discount.code}
      </PageTitle>
      {isAdmin || !isGenerous(discount) ? (
        <Panel
          title="Edit"
          lead="Promotions that already use the code keep the terms they were booked with. Your changes apply to new bookings."
        >
          <DiscountFields
            initial={valuesOf(discount)}
            button="Save discount"
            success="The discount was saved."
            submit={(values, before) => saveDiscount(discount.id, changedFields(bodyOf(before), bodyOf(values)))}
            onSaved={handleSaved}
          />
        </Panel>
      ) : (
        <DisableDiscount discount={discount} onSaved={handleSaved} />
      )}
      <DeleteDiscount discount={discount} />
    </>
  );
}

/** Replaces the form for editors, who may disable a generous code but not edit it. */
function DisableDiscount({ discount, onSaved }: { discount: Discount; onSaved: (saved: Discount) => void }) {
  const disabling = useMutation({
    mutationFn: () => saveDiscount(discount.id, { enabled: false }),
    meta: { success: 'The discount was disabled.' },
    onSuccess: onSaved,
  });
  return (
    <Panel
      title="Only administrators can edit this code"
      lead="It takes off more than half of the cost or has no usage limit. You can disable it, or delete it if nobody has used it."
    >
      {discount.enabled && (
        <div>
          <Button type="button" busy={disabling.isPending} onClick={() => disabling.mutate()}>
            Disable discount
          </Button>
        </div>
      )}
    </Panel>
  );
}

/** Deletes a code; the server refuses to delete a used one. */
function DeleteDiscount({ discount: { id, code } }: { discount: Discount }) {
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  const removal = useMutation({
    mutationFn: () => deleteDiscount(id),
    meta: { success: 'The discount was deleted.' },
    async onSuccess() {
      await navigate(paths.userDiscounts());
      queryClient.removeQueries(discountQuery(id));
      void queryClient.invalidateQueries({ queryKey: DISCOUNTS });
    },
  });
  return (
    <div>
      <Button
        type="button"
        look="danger"
        busy={removal.isPending}
        onClick={() =>
          confirmDialog({
            title: `Delete ${code}?`,
            text: 'This can’t be undone. If the code has been used, you’ll have to disable it instead.',
            confirm: 'Delete discount',
            onConfirm: () => removal.mutate(),
          })
        }
      >
        Delete discount
      </Button>
    </div>
  );
}

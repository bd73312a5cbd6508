import { useQueryClient } from '@tanstack/react-query';
import { Link, useNavigate } from '#client/app/router.ts';
import { Panel } from '#client/ui/app/Panel.tsx';
import { Page, PageTitle } from '#client/ui/Page.tsx';
import { Seo } from '#client/ui/Seo.tsx';
import { paths } from '#shared/paths.ts';
import { createDiscount, DISCOUNTS } from './api.ts';
import { DiscountFields } from './DiscountFields.tsx';
import { bodyOf, NEW_DISCOUNT } from './discount-values.ts';

export function UserDiscountNewScreen() {
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  return (
    <Page>
      <Seo title="New discount" description="Create a discount code." noindex />
      <p>
        <Link to={paths.userDiscounts()}>Discounts</Link>
      </p>
      <PageTitle>New discount</PageTitle>
      <Panel title="The code">
        <DiscountFields
          initial={NEW_DISCOUNT}
          button="Create discount"
          success="The discount was created."
          submit={(values) => createDiscount(bodyOf(values))}
          onSaved={() => {
            void queryClient.invalidateQueries({ queryKey: DISCOUNTS });
            void navigate(paths.userDiscounts());
          }}
        />
      </Panel>
    </Page>
  );
}

import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useApp } from '#client/api/app.ts';
import { categoriesQuery } from '#client/api/categories.ts';
import { Cover } from '#client/ui/Cover.tsx';
import { formatDate } from '#shared/long-dates.ts';
import { formatCents, formatDealPrice } from '#shared/money.ts';
import { REVIEWED_FIELDS, type ReviewedChange } from '#shared/reviewed-facts.ts';
import classes from './ChangeList.module.css';

/** The differences from the approved version, field by field, with both versions side by side. */
export function ChangeList({ changes }: { changes: readonly ReviewedChange[] }) {
  const { data: categories = [] } = useQuery(categoriesQuery(useApp().api));
  const nameOf = (id: number) => categories.find((category) => category.id === id)?.name ?? `Category ${id}`;
  return (
    <dl className={classes.changes}>
      {changes.map(({ field, approved, proposed }) => (
        <div key={field} className={classes.change}>
          <dt>{REVIEWED_FIELDS[field]}</dt>
          <dd>
            <span className={classes.version}>Approved</span>
            {showValue(field, approved, nameOf)}
          </dd>
          <dd className={classes.proposed}>
            <span className={classes.version}>New</span>
            {showValue(field, proposed, nameOf)}
          </dd>
        </div>
      ))}
    </dl>
  );
}

function showValue(
  field: ReviewedChange['field'],
  value: ReviewedChange['approved'],
  categoryName: (id: number) => string,
): ReactNode {
  if (value === null || value === '') return <em>None</em>;
  if (field === 'cover_url') return <Cover src={String(value)} alt="" width={96} />;
  if (field === 'category_id') return categoryName(Number(value));
  if (field === 'sale_price_cents') return formatDealPrice(Number(value));
  if (field === 'current_price_cents') return formatCents(Number(value));
  if (field === 'deal_ends_on') return formatDate(String(value));
  if (field.endsWith('_url'))
    return (
      <a href={String(value)} target="_blank" rel="noreferrer">
        {value}
      </a>
    );
  return value;
}

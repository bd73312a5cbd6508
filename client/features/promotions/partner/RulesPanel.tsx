import { useDebouncedValue } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { Panel } from '#client/ui/app/Panel.tsx';
import { QueryBoundary } from '#client/ui/app/QueryBoundary.tsx';
import { Skeleton } from '#client/ui/Skeletons.tsx';
import { RuleList } from '../RuleList.tsx';
import { fixLinkFor } from '../rules.ts';
import { checkQuery } from './booking-api.ts';
import { type BookingValues, checkBody } from './booking-form.ts';

const TYPING_MS = 400;

/** The live check of the submission rules, once a book is chosen. */
export function RulesPanel({ values, promotion_id }: { values: BookingValues; promotion_id?: number }) {
  const body = checkBody(values, promotion_id);
  const [debouncedBody] = useDebouncedValue(body && JSON.stringify(body), TYPING_MS);
  const check = useQuery(checkQuery(debouncedBody ? JSON.parse(debouncedBody) : null));
  if (!body) return null;
  return (
    <Panel title="Requirements check" aside={<span role="status">{check.data && verdictOf(check.data.rules)}</span>}>
      <QueryBoundary query={check} placeholder={<Skeleton height={120} />}>
        {({ rules }) =>
          rules.length === 0 ? (
            <p>Date, category, and prices haven’t changed, so there’s nothing to check.</p>
          ) : (
            <RuleList rules={rules} fixLink={(rule) => fixLinkFor(rule, body.book_id)} />
          )
        }
      </QueryBoundary>
    </Panel>
  );
}

function verdictOf(rules: readonly { passed: boolean | null }[]) {
  if (rules.some(({ passed }) => passed === false)) return 'Not all met';
  return rules.some(({ passed }) => passed === null) ? 'OK so far' : 'All met';
}

import { useDebouncedValue } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { Loaded } from '#client/ui/app/Loaded.tsx';
import { Panel } from '#client/ui/app/Panel.tsx';
import { Skeleton } from '#client/ui/Skeletons.tsx';
import { RuleList } from '../RuleList.tsx';
import { mendingPlace } from '../rules.ts';
import { checkQuery } from './booking-api.ts';
import { type BookingValues, checkBody } from './booking-form.ts';

const TYPING_MS = 400;

/** The live check of the submission rules, once a book is chosen. */
export function RulesPanel({ values, promotion_id }: { values: BookingValues; promotion_id?: number }) {
  const body = checkBody(values, promotion_id);
  const [settled] = useDebouncedValue(body && JSON.stringify(body), TYPING_MS);
  const check = useQuery(checkQuery(settled ? JSON.parse(settled) : null));
  if (!body) return null;
  return (
    <Panel title="Can it run?" aside={<span role="status">{check.data && verdictOf(check.data.rules)}</span>}>
      <Loaded query={check} waiting={<Skeleton height={120} />}>
        {({ rules }) =>
          rules.length === 0 ? (
            <p>Date, category and prices stay as they were booked, so nothing has to be checked.</p>
          ) : (
            <RuleList rules={rules} mendingPlace={(rule) => mendingPlace(rule, body.book_id)} />
          )
        }
      </Loaded>
    </Panel>
  );
}

function verdictOf(rules: readonly { passed: boolean | null }[]) {
  if (rules.some(({ passed }) => passed === false)) return 'Not yet';
  return rules.some(({ passed }) => passed === null) ? 'So far so good' : 'Yes';
}

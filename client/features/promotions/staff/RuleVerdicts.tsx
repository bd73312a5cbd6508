import { useQuery } from '@tanstack/react-query';
import { Skeleton } from '#client/ui/Skeletons.tsx';
import type { Promotion } from '#shared/promotions.ts';
import { RuleList } from '../RuleList.tsx';
import { sortedRules } from '../rules.ts';
import { checkPromotion } from './api.ts';
import dates from './ThatDate.module.css';

/** What the submission rules say about it as it is booked now, what fails first. Staff may still decide otherwise. */
export function RuleVerdicts({ promotion, heading: Heading }: { promotion: Promotion; heading: 'h3' | 'h4' }) {
  const { data, isError } = useQuery({
    queryKey: ['user', 'promotion', promotion.id, 'rules', promotion.updated_at],
    queryFn: () => checkPromotion(promotion.id),
    meta: { silent: true },
  });
  return (
    <section className={dates.date}>
      <Heading>Submission rules</Heading>
      {isError ? <p>Could not be checked.</p> : data ? <Verdicts rules={data.rules} /> : <Skeleton height={52} />}
    </section>
  );
}

type Rules = Parameters<typeof sortedRules>[0];

function Verdicts({ rules }: { rules: Rules }) {
  const { failed, open, met } = sortedRules(rules);
  return (
    <>
      {failed.length === 0 && <p>{open.length ? 'Nothing speaks against it so far.' : `All ${met.length} are met.`}</p>}
      <RuleList rules={rules} />
    </>
  );
}

import { entity, textKey } from '../entity.ts';
import { choice, instant, json, number, text } from '../fields.ts';
import { isJobId, JOB_STATES, jobSource, retryJob } from '../jobs.ts';

type Job = { id: string; name: string; state: string };

export const jobs = entity<Job & { [column: string]: unknown }>({
  name: 'jobs',
  singular: 'job',
  group: 'Operations',
  about: 'Queued work. A failed job has used all its retries; retry it once the cause is fixed.',
  model: '',
  table: 'pgboss.job',
  source: jobSource,
  key: textKey('id', isJobId),
  sort: { col: 'created_on', dir: 'desc' },
  title: ({ name }) => name,
  fields: {
    id: text({ label: 'ID' }),
    name: text({ list: true, filter: true, search: true }),
    state: choice(JOB_STATES, { list: true }),
    retry_count: number({ list: true, label: 'Retries' }),
    created_on: instant({ list: true, sort: true }),
    start_after: instant({ label: 'Runs after' }),
    started_on: instant({ list: true }),
    completed_on: instant({ list: true }),
    data: json({ masked: true }),
    output: json({ label: 'Output', masked: true }),
  },
  actions: [
    {
      name: 'retry',
      label: 'Retry job',
      confirm: 'We’ll run the job again. That’s safe: every job can run more than once.',
      runRole: 'admin',
      isAllowed: ({ state }) => state === 'failed',
      run: async (_deps, tx, { row }) => {
        await retryJob(tx, row);
        return 'The job will be retried.';
      },
    },
  ],
});

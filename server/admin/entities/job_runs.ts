import type { JobRun } from '#prisma';
import { isCalendarDate, parseDate, toIsoDate } from '#shared/dates.ts';
import { entity, type RecordKey } from '../entity.ts';
import { date, instant, longText, text } from '../fields.ts';

/** Ids consist of job and date, as in 'newsletters.freeze@2026-12-01'. */
const key: RecordKey = {
  of: ({ job, business_date }) => `${job}@${toIsoDate(business_date as Date)}`,
  where: (id) => {
    const [job = '', day = ''] = id.split('@');
    return job && !id.includes('\0') && id.isWellFormed() && isCalendarDate(day)
      ? { job, business_date: parseDate(day) }
      : null;
  },
  isNumeric: false,
  columns: ['job', 'business_date'],
};

export const jobRuns = entity<JobRun>({
  name: 'job_runs',
  singular: 'job_run',
  label: 'Scheduled runs',
  singular_label: 'Scheduled run',
  group: 'Operations',
  about: 'One row per daily job and Vancouver date on which the run is due.',
  model: 'jobRun',
  table: 'job_runs',
  key,
  sort: { col: 'business_date', dir: 'desc' },
  title: ({ job, business_date }) => `${job} ${toIsoDate(business_date)}`,
  fields: {
    job: text({ list: true, sort: true, filter: true, search: true }),
    business_date: date({ list: true, sort: true, filter: true }),
    started_at: instant({ list: true, sort: true }),
    finished_at: instant({ list: true, filter: 'present' }),
    failure: longText({ list: true }),
  },
});

/** Metrics that this process counts itself. Those from the database are read on each scrape (database-metrics.ts). */
import { Counter, collectDefaultMetrics, Histogram, Registry } from 'prom-client';

const SECONDS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30];

/** Gauges from prom-client whose names end like a counter's. Prometheus's own checker rejects such names. */
const GAUGES_NAMED_AS_COUNTERS = ['handles', 'requests', 'resources'].map((kind) => `nodejs_active_${kind}_total`);

export type Metrics = ReturnType<typeof createMetrics>;

export function createMetrics() {
  const registry = new Registry();
  const registers = [registry];
  collectDefaultMetrics({ register: registry });
  for (const name of GAUGES_NAMED_AS_COUNTERS) registry.removeSingleMetric(name);
  const requests = new Counter({
    name: 'deckle_http_requests_total',
    help: 'Responses, by method, route, and status.',
    labelNames: ['method', 'route', 'status'],
    registers,
  });
  const requestSeconds = new Histogram({
    name: 'deckle_http_request_seconds',
    help: 'Response time, by route.',
    labelNames: ['route'],
    buckets: SECONDS,
    registers,
  });
  const jobs = new Counter({
    name: 'deckle_jobs_total',
    help: 'Finished jobs, by name and outcome (done, failed).',
    labelNames: ['job', 'outcome'],
    registers,
  });
  const jobSeconds = new Histogram({
    name: 'deckle_job_seconds',
    help: 'Duration of jobs, by name.',
    labelNames: ['job'],
    buckets: [...SECONDS, 60, 300, 1800],
    registers,
  });
  const slotConflicts = new Counter({
    name: 'deckle_slot_conflicts_total',
    help: 'Bookings and approvals refused because the slot was taken, by conflict (date_full, top_taken).',
    labelNames: ['slot'],
    registers,
  });
  const securityEvents = new Counter({
    name: 'deckle_security_events_total',
    help: 'Entries of the security log by kind, such as sign_in_failed, throttled, second_factor_failed, access_refused.',
    labelNames: ['kind'],
    registers,
  });
  return {
    registry,
    requests,
    requestSeconds,
    slotConflicts,
    securityEvents,
    /** Runs the work and records its outcome and duration. */
    async measureJob<T>(job: string, work: () => Promise<T>): Promise<T> {
      const stopTimer = jobSeconds.startTimer({ job });
      const recordEnd = (outcome: 'done' | 'failed') => {
        stopTimer();
        jobs.inc({ job, outcome });
      };
      try {
        const result = await work();
        recordEnd('done');
        return result;
      } catch (error) {
        recordEnd('failed');
        throw error;
      }
    },
  };
}

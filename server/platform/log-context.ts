/** Context of the current request or job, available to log lines and audit entries without passing it down. */
import { AsyncLocalStorage } from 'node:async_hooks';

type LogContext = { request_id?: string; network?: string; job?: string; job_id?: string };

const store = new AsyncLocalStorage<LogContext>();

export const inLogContext = <T>(context: LogContext, work: () => T): T => store.run(context, work);

export const logContext = (): LogContext => store.getStore() ?? {};

/** The session, browser error reports, and the OpenAPI document. */
import { implement } from '#server/api/implement.ts';
import type { Deps } from '#server/platform/deps.ts';
import { sentryReporter } from '#server/platform/sentry.ts';
import { webApi } from '#shared/api/web.ts';
import { openApi } from './api-docs.ts';
import { createErrorReporter } from './client-errors.ts';
import { shellData } from './session.ts';

export function webRoutes(deps: Deps) {
  const { config, log, now } = deps;
  const sentry = config.SENTRY_DSN ? sentryReporter({ dsn: config.SENTRY_DSN, appUrl: config.appUrl, log, now }) : null;
  const reportBrowserError = createErrorReporter(log, sentry);
  return implement(webApi, {
    session: () => shellData(deps),
    reportError: ({ body, network }) => reportBrowserError(body, network),
    openApi: openApi(config),
  });
}

import { isRouteErrorResponse, useRouteError } from '#client/app/router.ts';
import { CrashScreen } from './CrashScreen.tsx';
import { NotFoundScreen } from './NotFoundScreen.tsx';

/** Of a page it stands below the layout, so that a missing one keeps its header and footer. */
export function RouteError() {
  const error = useRouteError();
  return isRouteErrorResponse(error) && error.status === 404 ? <NotFoundScreen /> : <CrashScreen error={error} />;
}

/** Every route that an Express app has mounted, as 'GET /api/v1/books/{id}'. */
import type { Express, Router } from 'express';

/** Express's own type leaves out the path that a layer was mounted at. */
type Layer = Router['stack'][number] & { rawPath: unknown };

/** Routes whose path is a pattern of their own (tracked links, stored pictures) are left out, and so are pages. */
export const mountedRoutes = (app: Express): string[] => [
  ...new Set(routesIn(app.router as unknown as Router, '').filter((name) => !name.includes('(?'))),
];

function routesIn(router: Router, base: string): string[] {
  return (router.stack as Layer[]).flatMap((layer) => {
    if (layer.route) {
      const { path, stack } = layer.route;
      const methods = [...new Set(stack.map(({ method }) => method))];
      return methods.flatMap((method) =>
        method ? pathsOf(path).map((own) => `${method.toUpperCase()} ${joined(base, own)}`) : [],
      );
    }
    if (!('stack' in layer.handle)) return [];
    return pathsOf(layer.rawPath).flatMap((own) => routesIn(layer.handle as unknown as Router, joined(base, own)));
  });
}

const pathsOf = (path: unknown): string[] =>
  (Array.isArray(path) ? path : [path]).filter((one) => typeof one === 'string');

const joined = (base: string, path: string) => `${base}${path === '/' ? '' : path}`.replace(/:(\w+)/g, '{$1}') || '/';

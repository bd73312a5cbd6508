type Options<Page> = {
  ttlMs: number;
  max: number;
  now: () => Date;
  /** Pages that are not kept are still made only once while several people ask for them. */
  keep(page: Page): boolean;
};

/** Keeps finished pages for a short while; while one is being made, everybody who asks for it waits for that one. */
export function createPageCache<Page>({ ttlMs, max, now, keep }: Options<Page>) {
  const kept = new Map<string, { page: Page; until: number }>();
  const inFlight = new Map<string, Promise<Page>>();

  const hit = (key: string) => {
    const found = kept.get(key);
    return found && found.until > now().getTime() ? found : null;
  };
  const pageFor = async (key: string, make: () => Promise<Page>): Promise<Page> =>
    hit(key)?.page ?? inFlight.get(key) ?? start(key, make);
  /** Whether the page costs nothing right now. */
  const isKept = (key: string) => hit(key) !== null;
  return Object.assign(pageFor, { isKept });

  function start(key: string, make: () => Promise<Page>) {
    const pending = make()
      .then((page) => {
        if (keep(page)) store(key, page);
        return page;
      })
      .finally(() => inFlight.delete(key));
    inFlight.set(key, pending);
    return pending;
  }

  function store(key: string, page: Page) {
    kept.delete(key);
    if (kept.size >= max) kept.delete(kept.keys().next().value ?? '');
    kept.set(key, { page, until: now().getTime() + ttlMs });
  }
}

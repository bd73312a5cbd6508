/** One answer for everybody, made anew when it is older than `ms`; while it is being made, all wait for the same one. */
export function keptFor<T>(ms: number, now: () => Date, make: () => Promise<T>): () => Promise<T> {
  let kept: { value: T; until: number } | null = null;
  let inFlight: Promise<T> | null = null;

  const start = () => {
    inFlight ??= make()
      .then((value) => {
        kept = { value, until: now().getTime() + ms };
        return value;
      })
      .finally(() => {
        inFlight = null;
      });
    return inFlight;
  };
  return async () => (kept && kept.until > now().getTime() ? kept.value : start());
}

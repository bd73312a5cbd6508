/** Makes a thing at its first use, and then keeps it: what few requests need shall cost neither the start nor memory. */
export function late<T>(make: () => T): () => T {
  let made: { value: T } | null = null;
  return () => {
    made ??= { value: make() };
    return made.value;
  };
}

/** Makes each once, by its name. Beyond `most` the oldest goes, so that it stays small whatever comes. */
export function kept<In, Out>(
  nameOf: (input: In) => string | number,
  make: (input: In) => Out,
  most = Number.POSITIVE_INFINITY,
): (input: In) => Out {
  const made = new Map<string | number, Out>();
  return (input) => {
    const name = nameOf(input);
    const known = made.get(name);
    if (known !== undefined) return known;
    const fresh = make(input);
    if (made.size >= most) made.delete(made.keys().next().value!);
    made.set(name, fresh);
    return fresh;
  };
}

/** Makes one for each object, and keeps it as long as the object. */
export function keptWith<In extends object, Out>(make: (input: In) => Out): (input: In) => Out {
  const made = new WeakMap<In, Out>();
  return (input) => {
    const known = made.get(input);
    if (known !== undefined) return known;
    const fresh = make(input);
    made.set(input, fresh);
    return fresh;
  };
}

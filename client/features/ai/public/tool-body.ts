/** The form's texts as the body of a request; what was left empty is left out. */
export function bodyFrom(values: FormData, seed: number): { count: number; seed: number } & Record<string, unknown> {
  const typed = [...values].flatMap(([name, value]) =>
    typeof value === 'string' && value.trim() && name !== 'count' ? [[name, value.trim()]] : [],
  );
  return { ...Object.fromEntries(typed), count: Number(values.get('count')), seed };
}

/** Chooses among the offline suggestions; "again" takes another. */
export const newSeed = () => crypto.getRandomValues(new Uint32Array(1))[0]! >>> 1;

/** A parameter of a list's query string. `fallback` replaces invalid text, for which `read` returns undefined. */
export type SearchField<Value> = { fallback: Value; read: (text: string) => Value | undefined };

const MAX_QUERY_LENGTH = 100;
export const searchWords: SearchField<string> = {
  fallback: '',
  read: (text) => text.trim().slice(0, MAX_QUERY_LENGTH),
};
export const flag: SearchField<boolean> = { fallback: false, read: (text) => text === 'true' };
export const id: SearchField<number | null> = { fallback: null, read: positiveInteger(9) };
export const page: SearchField<number> = { fallback: 1, read: positiveInteger(6) };

export const oneOf = <const Value extends string | number, const Fallback>(
  values: readonly Value[],
  fallback: Fallback,
): SearchField<Value | Fallback> => ({ fallback, read: (text) => values.find((value) => String(value) === text) });

type Fields = Record<string, SearchField<unknown>>;
type ValuesOf<From extends Fields> = { [name in keyof From]: From[name]['fallback'] };
/** The values that `read` returns. */
export type SearchOf<Params extends { read: (params: URLSearchParams) => unknown }> = ReturnType<Params['read']>;

/** Functions that read and write a list's query string, made by `searchParams`. */
export type SearchAddress<From extends Fields> = {
  read: (params: URLSearchParams) => ValuesOf<From>;
  write: (search: { [name in keyof From]?: ValuesOf<From>[name] | undefined }) => string;
};

/** Reads a search from an address, and writes it as `?q=tower&page=2` without fallbacks. */
export const searchParams = <From extends Fields>(fields: From): SearchAddress<From> => ({
  read: (params: URLSearchParams) =>
    Object.fromEntries(
      Object.entries(fields).map(([name, { fallback, read }]) => [name, read(params.get(name) ?? '') ?? fallback]),
    ) as ValuesOf<From>,
  write(search) {
    const params = new URLSearchParams();
    for (const [name, { fallback }] of Object.entries(fields)) {
      const value = search[name];
      if (value && value !== fallback) params.set(name, String(value));
    }
    return params.size > 0 ? `?${params}` : '';
  },
});

/** A search without its empty values, as filters for the API. */
export const withoutEmpty = <Search extends object>(search: Search) =>
  Object.fromEntries(Object.entries(search).filter(([, value]) => value)) as {
    [name in keyof Search]?: NonNullable<Search[name]>;
  };

/** The page number in a list's address. */
export const pageOf = (params: URLSearchParams) => page.read(params.get('page') ?? '') ?? page.fallback;

function positiveInteger(maxDigits: number) {
  const pattern = new RegExp(`^[1-9]\\d{0,${maxDigits - 1}}$`);
  return (text: string) => (pattern.test(text) ? Number(text) : undefined);
}

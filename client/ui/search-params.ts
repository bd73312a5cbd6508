/** A part of the search state in a list's address. What makes no sense there (`read` answers undefined) counts as `usual`. */
export type SearchField<Value> = { usual: Value; read: (text: string) => Value | undefined };

const MAX_WORDS = 100;
export const words: SearchField<string> = { usual: '', read: (text) => text.trim().slice(0, MAX_WORDS) };
export const flag: SearchField<boolean> = { usual: false, read: (text) => text === 'true' };
export const id: SearchField<number | null> = { usual: null, read: positive(8) };
export const page: SearchField<number> = { usual: 1, read: positive(5) };

export const oneOf = <const Value extends string | number, Usual>(
  values: readonly Value[],
  usual: Usual,
): SearchField<Value | Usual> => ({ usual, read: (text) => values.find((value) => String(value) === text) });

type Fields = Record<string, SearchField<unknown>>;
type ValuesOf<From extends Fields> = { [name in keyof From]: From[name]['usual'] };
/** What `read` of these parameters answers. */
export type SearchOf<Params extends { read: (params: URLSearchParams) => unknown }> = ReturnType<Params['read']>;

/** The state of a whole search, read from an address and written as `?q=tower&page=2` without what is usual. */
export const searchParams = <From extends Fields>(fields: From) => ({
  read: (params: URLSearchParams) =>
    Object.fromEntries(
      Object.entries(fields).map(([name, { usual, read }]) => [name, read(params.get(name) ?? '') ?? usual]),
    ) as ValuesOf<From>,
  write(search: { [name in keyof From]?: ValuesOf<From>[name] | undefined }) {
    const params = new URLSearchParams();
    for (const [name, { usual }] of Object.entries(fields)) {
      const value = search[name];
      if (value && value !== usual) params.set(name, String(value));
    }
    return params.size > 0 ? `?${params}` : '';
  },
});

/** The parts of a search that narrow it down, as the API's filters. */
export const narrowing = <Search extends object>(search: Search) =>
  Object.fromEntries(Object.entries(search).filter(([, value]) => value)) as {
    [name in keyof Search]?: NonNullable<Search[name]>;
  };

/** The page of a list that an address asks for. */
export const pageOf = (params: URLSearchParams) => page.read(params.get('page') ?? '') ?? page.usual;

function positive(moreDigits: number) {
  const pattern = new RegExp(`^[1-9]\\d{0,${moreDigits}}$`);
  return (text: string) => (pattern.test(text) ? Number(text) : undefined);
}

import type { CategoryGroup } from '#client/api/categories.ts';
import type { Book } from '#shared/books.ts';

type Choices = { group: string; items: { value: string; label: string }[] }[];

/** A native select's groups; the book's own categories stand first and not again below. */
export function categoryChoices(
  groups: readonly CategoryGroup[],
  book: Pick<Book, 'category_id' | 'secondary_category_id'> | undefined,
): Choices {
  const own = [book?.category_id, book?.secondary_category_id];
  const all = groups.flatMap(({ categories }) => categories);
  const first = own.flatMap((id) => all.filter((category) => category.id === id)).map(choice);
  const others = groups.map(({ name, categories }) => ({
    group: name,
    items: categories.filter(({ id }) => !own.includes(id)).map(choice),
  }));
  return [{ group: "The book's own", items: first }, ...others].filter(({ items }) => items.length > 0);
}

const choice = ({ id, name }: { id: number; name: string }) => ({ value: String(id), label: name });

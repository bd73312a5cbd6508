/** The order of a newsletter's promotions: by category, whoever bought the top place first, then as staff put them. */
import { TOP_OF_NEWSLETTER } from '#shared/addons.ts';
import type { Promotion } from '#shared/promotions.ts';

export type Section = { category_id: number; name: string; promotions: Promotion[] };

export const isTop = ({ addons }: Pick<Promotion, 'addons'>) =>
  addons.some(({ name, state }) => name === TOP_OF_NEWSLETTER && state === 'confirmed');

export function sectionsOf(promotions: readonly Promotion[]): Section[] {
  const inOrder = [...promotions].sort(
    (a, b) => Number(isTop(b)) - Number(isTop(a)) || (a.position ?? LAST) - (b.position ?? LAST) || a.id - b.id,
  );
  const sections = [...Map.groupBy(inOrder, ({ category_id }) => category_id)].map(([category_id, own]) => ({
    category_id,
    name: own[0]?.category?.name ?? `Category ${category_id}`,
    place: own[0]?.category?.position ?? LAST,
    promotions: own,
  }));
  return sections.sort((a, b) => a.place - b.place).map(({ place: _place, ...section }) => section);
}

const LAST = Number.MAX_SAFE_INTEGER;

/** Whether a promotion may go up (-1) or down (1) in its section; the bought top place stays first. */
export function mayMove({ promotions }: Section, index: number, step: 1 | -1) {
  const [from, to] = [promotions[index], promotions[index + step]];
  return from !== undefined && to !== undefined && isTop(from) === isTop(to);
}

/** All promotions in their order after one went up or down in its section. */
export function movedIn(sections: readonly Section[], id: number, step: 1 | -1): number[] {
  return sections.flatMap((section) => {
    const ids = section.promotions.map((promotion) => promotion.id);
    const index = ids.indexOf(id);
    if (index < 0 || !mayMove(section, index, step)) return ids;
    return ids.toSpliced(index, 1).toSpliced(index + step, 0, id);
  });
}

/** The promotions with the positions that the server will give them. */
export const inOrder = (promotions: readonly Promotion[], ids: readonly number[]): Promotion[] =>
  promotions.map((promotion) => {
    const index = ids.indexOf(promotion.id);
    return index < 0 ? promotion : { ...promotion, position: index + 1 };
  });

/** The order of a newsletter's promotions: by category, the bought top spot first, then in the staff's order. */
import { TOP_OF_NEWSLETTER } from '#shared/addons.ts';
import type { Promotion } from '#shared/promotions.ts';

export type SectionOrder = { category_id: number; name: string; promotions: Promotion[] };

export const isTop = ({ addons }: Pick<Promotion, 'addons'>) =>
  addons.some(({ name, state }) => name === TOP_OF_NEWSLETTER && state === 'confirmed');

export function sectionsOf(promotions: readonly Promotion[]): SectionOrder[] {
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

/** A weekly edition has no categories: its order, by clicks, stays as the server sent it. */
export const weeklySection = (promotions: Promotion[]): SectionOrder => ({
  category_id: 0,
  name: 'Most clicked',
  promotions,
});

const LAST = Number.MAX_SAFE_INTEGER;

/** True if a promotion may move up (-1) or down (1) in its section. The bought top spot stays first. */
export function canMove({ promotions }: SectionOrder, index: number, step: 1 | -1) {
  const [from, to] = [promotions[index], promotions[index + step]];
  return from !== undefined && to !== undefined && isTop(from) === isTop(to);
}

/** All promotions in their order after one went up or down in its section. */
export function movedIn(sections: readonly SectionOrder[], id: number, step: 1 | -1): number[] {
  return sections.flatMap((section) => {
    const ids = section.promotions.map((promotion) => promotion.id);
    const index = ids.indexOf(id);
    if (index < 0 || !canMove(section, index, step)) return ids;
    return ids.toSpliced(index, 1).toSpliced(index + step, 0, id);
  });
}

/** All promotions in their order after one was dropped where another of its section stands; unchanged if it may not move there. */
export function droppedOn(sections: readonly SectionOrder[], id: number, on: number): number[] {
  return sections.flatMap((section) => {
    const ids = section.promotions.map((promotion) => promotion.id);
    if (!canDropOn(section, id, on)) return ids;
    return ids.toSpliced(ids.indexOf(id), 1).toSpliced(ids.indexOf(on), 0, id);
  });
}

/** Within its category; the bought top place stays first. */
export function canDropOn({ promotions }: SectionOrder, id: number, on: number) {
  const [moved, stands] = [id, on].map((wanted) => promotions.find((promotion) => promotion.id === wanted));
  return moved !== undefined && stands !== undefined && isTop(moved) === isTop(stands);
}

/** The promotions with the positions that the server will give them. */
export const inOrder = (promotions: readonly Promotion[], ids: readonly number[]): Promotion[] =>
  promotions.map((promotion) => {
    const index = ids.indexOf(promotion.id);
    return index < 0 ? promotion : { ...promotion, position: index + 1 };
  });

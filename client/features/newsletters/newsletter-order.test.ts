import { describe, expect, it } from 'vitest';
import type { Promotion } from '#shared/promotions.ts';
import { canMove, idsAfterDrop, idsAfterMove, sectionsOf, withPositions } from './newsletter-order.ts';

const ROMANCE = { id: 3, name: 'Romance', position: 1 };
const HUMOR = { id: 18, name: 'Humor', position: 5 };

const promotion = (id: number, category: typeof ROMANCE, position: number | null, addon_state?: string) =>
  ({
    id,
    category_id: category.id,
    category,
    position,
    addons: addon_state ? [{ name: 'top_of_newsletter', state: addon_state }] : [],
  }) as unknown as Promotion;

const promotions = [
  promotion(1, HUMOR, 2),
  promotion(2, ROMANCE, 3),
  promotion(3, ROMANCE, 1),
  promotion(4, ROMANCE, null, 'confirmed'),
  promotion(5, ROMANCE, null),
];
const ids = (list: readonly Promotion[]) => sectionsOf(list).map((section) => section.promotions.map(({ id }) => id));

describe('sections', () => {
  it('are in the order of the categories, each with the top spot first and unordered promotions last', () => {
    expect(sectionsOf(promotions).map(({ name }) => name)).toEqual(['Romance', 'Humor']);
    expect(ids(promotions)).toEqual([[4, 3, 2, 5], [1]]);
  });

  it('sort unordered promotions by the time of their approval', () => {
    const approved = (id: number, reviewed_at: string) => ({ ...promotion(id, HUMOR, null), reviewed_at });
    expect(ids([approved(1, '2026-11-28T10:00:00Z'), approved(2, '2026-11-27T10:00:00Z')])).toEqual([[2, 1]]);
  });

  it('give the top spot only to a promotion that still has it', () => {
    expect(ids([promotion(1, HUMOR, 1), promotion(2, HUMOR, 2, 'released')])).toEqual([[1, 2]]);
  });
});

describe('moving', () => {
  const sections = sectionsOf(promotions);
  const [romance, humor] = sections;

  it('swaps with the neighbor in the same category', () => {
    expect(idsAfterMove(sections, 2, -1)).toEqual([4, 2, 3, 5, 1]);
    expect(idsAfterMove(sections, 2, 1)).toEqual([4, 3, 5, 2, 1]);
  });

  it('doesn’t leave the category', () => {
    expect(idsAfterMove(sections, 5, 1)).toEqual([4, 3, 2, 5, 1]);
    expect(canMove(humor!, 0, -1)).toBe(false);
  });

  it('keeps the bought top spot first', () => {
    expect(canMove(romance!, 0, 1)).toBe(false);
    expect(canMove(romance!, 1, -1)).toBe(false);
    expect(canMove(romance!, 1, 1)).toBe(true);
  });

  it('drops a promotion only on another in its category', () => {
    expect(idsAfterDrop(sections, 5, 3)).toEqual([4, 5, 3, 2, 1]);
    expect(idsAfterDrop(sections, 3, 5)).toEqual([4, 2, 5, 3, 1]);
    expect(idsAfterDrop(sections, 3, 4)).toEqual([4, 3, 2, 5, 1]);
    expect(idsAfterDrop(sections, 3, 1)).toEqual([4, 3, 2, 5, 1]);
  });

  it('numbers the listed promotions from 1, and leaves the others alone', () => {
    expect(withPositions(promotions, [4, 2, 3]).map(({ id, position }) => [id, position])).toEqual([
      [1, 2],
      [2, 2],
      [3, 3],
      [4, 1],
      [5, null],
    ]);
  });
});

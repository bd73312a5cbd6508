const IDEAL = 1.5;
/** Below this the picture would be blurred on sharp screens. */
const GOOD_WIDTH = 600;

/** What becomes of a picture as a cover, which is shown 2:3; null when it fits. */
export function cropHint({ width, height }: { width: number; height: number }): string | null {
  const shape = height / width;
  if (shape > 1.7) return 'Covers are shown 2:3. Yours is taller: its top and bottom will be cut off in lists.';
  if (shape < 1.3) return 'Covers are shown 2:3. Yours is wider: its left and right will be cut off in lists.';
  if (width < GOOD_WIDTH) return `This picture is only ${width} pixels wide. ${GOOD_WIDTH} or more look sharp.`;
  return null;
}

export const IDEAL_SIZE = `${GOOD_WIDTH * 2} × ${GOOD_WIDTH * 2 * IDEAL}`;

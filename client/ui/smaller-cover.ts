import { SMALL_COVER_WIDTH } from '#shared/business.ts';

/** As covers are stored; narrower ones are not enlarged, and are taken for as wide as they are. */
const WIDTH = 600;

/** The attributes by which a browser may choose the small cover. Drawn covers have none. */
export const smallerOf = (src: string, sizes: string) =>
  /^\/media\/covers\/[^?]+\.webp$/.test(src)
    ? { srcSet: `${src}?w=${SMALL_COVER_WIDTH} ${SMALL_COVER_WIDTH}w, ${src} ${WIDTH}w`, sizes }
    : {};

import { SMALL_COVER_WIDTH } from '#shared/business.ts';
import classes from './Books.module.css';

type Props = {
  src: string;
  /** Empty if the title is beside it. */
  alt: string;
  width: number;
  /** The shown width, if it depends on the screen. */
  sizes?: string;
  /** For covers above the fold. */
  eager?: boolean;
  /** For the main cover of the first screen. */
  first?: boolean;
};

/** A book cover, 2:3, whose space is reserved while it loads. */
export const Cover = ({ src, alt, width, sizes = `${width}px`, eager = false, first = false }: Props) => (
  <img
    className={classes.cover}
    src={src}
    {...smallerOf(src, sizes)}
    alt={alt}
    width={width}
    height={width * 1.5}
    loading={eager || first ? 'eager' : 'lazy'}
    {...(first ? { fetchPriority: 'high' } : { decoding: 'async' })}
  />
);

/** The stored widths. Narrower covers aren't enlarged. */
const WIDTH = 600;

/** The attributes by which a browser may choose the small cover. Drawn covers have none. */
export const smallerOf = (src: string, sizes: string) =>
  /^\/media\/covers\/[^?]+\.webp$/.test(src)
    ? { srcSet: `${src}?w=${SMALL_COVER_WIDTH} ${SMALL_COVER_WIDTH}w, ${src} ${WIDTH}w`, sizes }
    : {};

import { SMALL_COVER_WIDTH } from '#shared/business.ts';
import classes from './Books.module.css';

/** Shown for books without a cover. The server uses the same path. */
export const NO_COVER = '/no-cover.svg';

type Props = {
  src: string;
  /** Empty if the title is next to it. */
  alt: string;
  width: number;
  /** The `sizes` attribute, if the width depends on the screen. */
  sizes?: string;
  /** For covers above the fold. */
  eager?: boolean;
  /** For the main cover of the first screen. */
  hasPriority?: boolean;
};

/** A book cover, 2:3, whose space is reserved while it loads. */
export const Cover = ({ src, alt, width, sizes = `${width}px`, eager = false, hasPriority = false }: Props) => (
  <img
    className={classes.cover}
    src={src}
    {...coverSrcSet(src, sizes)}
    alt={alt}
    width={width}
    height={width * 1.5}
    loading={eager || hasPriority ? 'eager' : 'lazy'}
    {...(hasPriority ? { fetchPriority: 'high' } : { decoding: 'async' })}
  />
);

/** Maximum width of a stored cover. Narrower originals aren't enlarged. */
const STORED_WIDTH = 600;

/** Attributes that let the browser choose the small version. Generated covers have none. */
export const coverSrcSet = (src: string, sizes: string) =>
  /^\/media\/covers\/[^?]+\.webp$/.test(src)
    ? { srcSet: `${src}?w=${SMALL_COVER_WIDTH} ${SMALL_COVER_WIDTH}w, ${src} ${STORED_WIDTH}w`, sizes }
    : {};

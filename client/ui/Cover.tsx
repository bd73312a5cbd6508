import classes from './Cover.module.css';
import { smallerOf } from './smaller-cover.ts';

type Props = {
  src: string;
  /** Empty where the title stands beside it. */
  alt: string;
  width: number;
  /** How wide it is shown, where that depends on the screen. */
  sizes?: string;
  /** For covers above the fold. */
  eager?: boolean;
  /** For the one that the first screen is about. */
  first?: boolean;
};

/** A book cover, 2:3, with its room kept while it loads. */
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

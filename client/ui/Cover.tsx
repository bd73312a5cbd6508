import classes from './Cover.module.css';

type Props = {
  src: string;
  /** Empty where the title stands beside it. */
  alt: string;
  width: number;
  /** For covers above the fold. */
  eager?: boolean;
};

/** A book cover, 2:3, with its room kept while it loads. */
export const Cover = ({ src, alt, width, eager = false }: Props) => (
  <img
    className={classes.cover}
    src={src}
    alt={alt}
    width={width}
    height={width * 1.5}
    loading={eager ? 'eager' : 'lazy'}
    decoding="async"
  />
);

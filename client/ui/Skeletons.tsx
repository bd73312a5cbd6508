import classes from './Skeletons.module.css';

/** A placeholder of the final size while something loads. */
export const Skeleton = ({ height, width = '100%' }: { height: number | string; width?: number | string }) => (
  <div className={classes.block} style={{ height, width }} aria-hidden="true" />
);

export const ScreenSkeleton = () => (
  <div className={classes.screen} role="status">
    <span className="visually-hidden">Loading</span>
    <Skeleton height="2.6rem" width="min(22rem, 70%)" />
    <Skeleton height="1.2rem" width="min(34rem, 90%)" />
    <Skeleton height="16rem" />
    <noscript>This page needs JavaScript, which is turned off in your browser.</noscript>
  </div>
);

/** The placeholder of a list: `rows` of `height` pixels. */
export const ListSkeleton = ({ rows = 5, height = 72 }: { rows?: number; height?: number }) => (
  <div className={classes.list} role="status">
    <span className="visually-hidden">Loading</span>
    {Array.from({ length: rows }, (_, row) => (
      // biome-ignore lint/suspicious/noArrayIndexKey: placeholders have no identity
      <Skeleton key={row} height={height} />
    ))}
  </div>
);

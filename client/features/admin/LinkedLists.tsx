import { Link } from '#client/app/router.ts';
import { Panel } from '#client/ui/app/Panel.tsx';
import type { AdminLinked } from '#shared/admin.ts';
import { paths } from '#shared/paths.ts';
import classes from './LinkedLists.module.css';

/** How many records of other kinds belong to this one, and the way to them. */
export const LinkedLists = ({ linked }: { linked: readonly AdminLinked[] }) => (
  <Panel title="Belongs to it">
    <ul className={classes.list}>
      {linked.map(({ entity, label, query, total_count }) => (
        <li key={`${entity} ${label}`}>
          {total_count ? <Link to={paths.adminList(entity, query)}>{label}</Link> : <span>{label}</span>}
          <span className={classes.count}>{total_count.toLocaleString('en-US')}</span>
        </li>
      ))}
    </ul>
  </Panel>
);

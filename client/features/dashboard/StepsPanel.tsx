import { IconCircleCheckFilled, IconCircleDashed } from '@tabler/icons-react';
import { Link } from '#client/app/router.ts';
import { Panel } from '#client/ui/app/Panel.tsx';
import classes from './Dashboard.module.css';
import type { Step } from './dashboard.ts';

/** The steps to the first newsletter, for partners who haven't been in one. */
export const StepsPanel = ({ steps }: { steps: readonly Step[] }) => (
  <Panel
    title="Your first promotion in four steps"
    aside={
      <span className={classes.muted}>
        {steps.filter(({ is_done }) => is_done).length} of {steps.length} done
      </span>
    }
  >
    <ol className={classes.steps}>
      {steps.map(({ title, text, to, is_done }) => (
        <li key={title} className={classes.step}>
          {is_done ? (
            <IconCircleCheckFilled size={24} className={classes.done} role="img" aria-label="Done" />
          ) : (
            <IconCircleDashed size={24} className={classes.open} role="img" aria-label="To do" />
          )}
          <div>
            <p className={classes.title}>{to && !is_done ? <Link to={to}>{title}</Link> : title}</p>
            <p className={classes.muted}>{text}</p>
          </div>
        </li>
      ))}
    </ol>
  </Panel>
);

import { IconAlertCircle, IconCircleDashed } from '@tabler/icons-react';
import { Link } from '#client/app/router.ts';
import { Panel } from '#client/ui/app/Panel.tsx';
import classes from './Dashboard.module.css';
import type { Todo } from './dashboard.ts';

export const TodoPanel = ({ todos }: { todos: readonly Todo[] }) => (
  <Panel title="To do" tone={todos.some(({ urgent }) => urgent) ? 'alert' : 'plain'}>
    {todos.length === 0 ? (
      <p>Nothing. Everything is in order.</p>
    ) : (
      <ul className={classes.list}>
        {todos.map(({ key, text, to, urgent }) => (
          <li key={key} className={classes.todo} data-urgent={urgent}>
            {urgent ? (
              <IconAlertCircle size={20} aria-hidden="true" />
            ) : (
              <IconCircleDashed size={20} aria-hidden="true" />
            )}
            <Link to={to}>{text}</Link>
          </li>
        ))}
      </ul>
    )}
  </Panel>
);

import { Fragment, useState } from 'react';
import { Check } from '../Field.tsx';
import { Stack } from '../Stack.tsx';
import { openDialog } from './Dialog.tsx';
import classes from './KeySheet.module.css';
import { areShortcutsEnabled, boundKeys, keyName, setShortcutsEnabled } from './keys.ts';

/** Opens the list of the current screen's shortcuts. */
export const openKeySheet = () => openDialog('Shortcuts', <KeySheet groups={boundKeys()} />);

function KeySheet({ groups }: { groups: ReturnType<typeof boundKeys> }) {
  const [areEnabled, setEnabled] = useState(areShortcutsEnabled);
  return (
    <Stack>
      {groups.map(({ title, keys }) => (
        <section key={title}>
          <h3>{title}</h3>
          <dl className={classes.keys}>
            {keys.map(([key, description]) => (
              <div key={key}>
                <dt>
                  <kbd>{keyName(key)}</kbd>
                </dt>
                <dd>{description}</dd>
              </div>
            ))}
          </dl>
        </section>
      ))}
      <Check
        role="switch"
        label="Turn on single-key shortcuts"
        hint={`Keys with ${keyName('Mod+').trim()}, Enter, and Esc always work.`}
        checked={areEnabled}
        onChange={({ currentTarget: { checked } }) => {
          setShortcutsEnabled(checked);
          setEnabled(checked);
        }}
      />
      {groups.map(({ title, settings }) => settings && <Fragment key={title}>{settings}</Fragment>)}
    </Stack>
  );
}

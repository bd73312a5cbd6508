import { Kbd, Modal, Switch } from '@mantine/core';
import { useState } from 'react';
import classes from './KeysDialog.module.css';
import { areKeysOn, switchKeys } from './keys-switch.ts';
import { REVIEW_KEYS } from './review-keys.ts';

export const KeysDialog = ({ opened, onClose }: { opened: boolean; onClose: () => void }) => (
  <Modal opened={opened} onClose={onClose} title="Keys" closeButtonProps={{ 'aria-label': 'Close' }}>
    <Keys />
  </Modal>
);

function Keys() {
  const [on, setOn] = useState(areKeysOn);
  return (
    <div className={classes.box}>
      <dl className={classes.keys}>
        {Object.entries(REVIEW_KEYS).map(([key, { does }]) => (
          <div key={key}>
            <dt>
              <Kbd>{key}</Kbd>
            </dt>
            <dd>{does}</dd>
          </div>
        ))}
      </dl>
      <Switch
        label="Use these keys"
        checked={on}
        onChange={({ currentTarget: { checked } }) => {
          switchKeys(checked);
          setOn(checked);
        }}
      />
    </div>
  );
}

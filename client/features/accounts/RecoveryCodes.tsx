import { Button } from '@mantine/core';
import { Alert } from '#client/ui/Alert.tsx';
import { CopyButton } from '#client/ui/CopyButton.tsx';
import classes from './SecondFactor.module.css';

/** For the day the phone is lost. */
export const RecoveryCodes = ({ codes, onKept }: { codes: readonly string[]; onKept: () => void }) => (
  <Alert kind="warning" title="Keep these recovery codes, they are shown only now">
    <p>Each signs you in once without the app. Print them, or keep them in a password manager.</p>
    <ul className={classes.codes}>
      {codes.map((code) => (
        <li key={code}>
          <code>{code}</code>
        </li>
      ))}
    </ul>
    <div className={classes.buttons}>
      <CopyButton text={codes.join('\n')}>Copy all</CopyButton>
      <Button onClick={onKept}>I have kept them</Button>
    </div>
  </Alert>
);

import { IconSearch } from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import { createPortal } from 'react-dom';
import { lazyPart } from '#client/api/lazy-part.tsx';
import { openKeySheet } from '#client/ui/app/KeySheet.tsx';
import { type KeyTable, keyName, useKeys } from '#client/ui/app/keys.ts';
import { collectTyping, takeTypedText } from '#client/ui/app/typed-ahead.ts';
import { notify } from '#client/ui/notifications/notify.ts';
import classes from './StaffCommands.module.css';

const KEYS = {
  'Mod+k': { command: 'palette', description: 'Find a partner, book, promotion, invoice, newsletter, or screen' },
  '/': { command: 'search', description: 'Go to this page’s search field' },
  '?': { command: 'help', description: 'Show these shortcuts' },
} as const satisfies KeyTable;

const FORM_KEYS = {
  'Mod+Enter': { command: 'send', description: 'Submit the current form' },
} as const satisfies KeyTable;

const CommandPalette = lazyPart(
  'command palette',
  async () => (await import('./CommandPalette.tsx')).CommandPalette,
  NotLoaded,
);

function NotLoaded({ isOpen, onClose }: { isOpen: boolean; onClose: () => void }) {
  useEffect(() => {
    if (!isOpen) return;
    notify.error('The search didn’t load. Reload the page.');
    onClose();
  }, [isOpen, onClose]);
  return null;
}

/** Shortcuts of every staff screen, and the button in the top bar that opens the command palette. */
export function StaffCommands() {
  /** Null until the palette is opened for the first time. */
  const [isOpen, setOpen] = useState<boolean | null>(null);
  const close = () => {
    takeTypedText();
    setOpen(false);
  };
  /** Keys typed before the palette's field has the focus go to the field, not to the page. */
  const open = () => {
    collectTyping(close);
    setOpen(true);
  };
  // Another screen may open before the palette's script has loaded: it mustn't lose its keys.
  useEffect(() => () => void takeTypedText(), []);
  const tools = document.getElementById(STAFF_TOOLS);
  useKeys({
    title: 'Everywhere',
    table: KEYS,
    commands: {
      palette: open,
      search: () => {
        const field = findPageSearch();
        if (!field) return open();
        field.focus();
        // Typing replaces the previous search.
        field.select();
      },
      help: openKeySheet,
    },
  });
  useKeys({ title: 'In forms', table: FORM_KEYS, commands: { send: submitForm }, place: 'anywhere' });
  return (
    <>
      {tools &&
        createPortal(
          <button
            type="button"
            className={classes.open}
            aria-haspopup="dialog"
            title={`Find anything (${keyName('Mod+k')})`}
            onClick={open}
          >
            <IconSearch size={20} aria-hidden="true" />
            <span className="visually-hidden">Find anything</span>
            <kbd>{keyName('Mod+k')}</kbd>
          </button>,
          tools,
        )}
      {isOpen !== null && <CommandPalette isOpen={isOpen} onClose={close} />}
    </>
  );
}

const findPageSearch = () =>
  [...document.querySelectorAll<HTMLInputElement>('main input[type="search"]')].find(
    (field) => field.getClientRects().length > 0,
  );

/** Clicks the submit button of the form or open dialog, if it has only one. A busy or disabled button ignores it. */
function submitForm({ target }: KeyboardEvent) {
  const within = (target as Element).closest('form, [role="dialog"]') ?? document.querySelector('[role="dialog"]');
  const [button, another] = within?.querySelectorAll<HTMLElement>('button[type="submit"]') ?? [];
  if (!another) button?.click();
}

/** The id of the element in the top bar that holds the button. */
const STAFF_TOOLS = 'staff-tools';

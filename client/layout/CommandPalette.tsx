import { useDebouncedValue } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react';
import { registryQuery } from '#client/api/admin-registry.ts';
import { clientFor } from '#client/api/client.ts';
import { useNavigate } from '#client/app/router.ts';
import { Dialog } from '#client/ui/app/Dialog.tsx';
import { takeTypedText } from '#client/ui/app/typed-ahead.ts';
import { Button } from '#client/ui/Button.tsx';
import { staffApi } from '#shared/api/staff.ts';
import { paths } from '#shared/paths.ts';
import { type Destination, destinationOf, GROUP_NAMES, matchingDestinations, SCREENS } from './palette.ts';
import { recentDestinations, rememberDestination } from './recent-destinations.ts';
import classes from './StaffCommands.module.css';

const DEBOUNCE_MS = 150;
const MAX_SCREENS = 5;

/** Finds records and screens. */
export function CommandPalette({ isOpen, onClose }: { isOpen: boolean; onClose: () => void }) {
  const [isMounted, setMounted] = useState(false);
  // A dialog returns the focus only if it has been rendered closed first.
  useEffect(() => setMounted(true), []);
  return (
    <Dialog isOpen={isOpen && isMounted} onClose={onClose} title="Find anything" size="lg">
      <Finder onClose={onClose} />
    </Dialog>
  );
}

/** A combobox whose list shows the matches by kind. */
function Finder({ onClose }: { onClose: () => void }) {
  const navigate = useNavigate();
  const [text, setText] = useState('');
  const [active, setActive] = useState(0);
  const matches = useDestinations(text.trim());
  const { options } = matches;
  const current = options[Math.min(active, options.length - 1)];
  const open = (destination: Destination) => {
    rememberDestination(destination);
    onClose();
    void navigate(destination.to);
  };
  const [isOpening, setOpening] = useOpenFirst(matches, open);

  const onKeyDown = (event: KeyboardEvent) => {
    const step = event.nativeEvent.isComposing ? undefined : STEPS[event.key];
    if (step && options.length) {
      event.preventDefault();
      setActive((Math.min(active, options.length - 1) + step + options.length) % options.length);
    } else if (event.key === 'Enter' && !event.nativeEvent.isComposing) {
      event.preventDefault();
      if (current) open(current);
      else if (matches.isSearching) setOpening(true);
    }
  };
  /** Adds the text that was typed before the field had the focus. */
  const onFocus = () => {
    const [typed = '', ...more] = takeTypedText().split('\n');
    if (typed) setText(text + typed);
    if (more.length) setOpening(true);
  };
  const id = useId();
  const optionId = (index: number) => `${id}-option-${index}`;
  useEffect(() => {
    document.getElementById(optionId(active))?.scrollIntoView({ block: 'nearest' });
  });
  return (
    <>
      <div className={classes.field}>
        <input
          type="text"
          role="combobox"
          aria-label="Partner, book, promotion, invoice, newsletter, or screen"
          aria-expanded={options.length > 0}
          aria-controls={`${id}-list`}
          aria-autocomplete="list"
          aria-activedescendant={current && optionId(options.indexOf(current))}
          aria-busy={matches.isSearching || isOpening}
          placeholder="Name, title, ID, email, ASIN, date…"
          autoComplete="off"
          spellCheck={false}
          maxLength={100}
          data-autofocus
          value={text}
          onChange={({ currentTarget: { value } }) => {
            setText(value);
            setActive(0);
            setOpening(false);
          }}
          onFocus={onFocus}
          onKeyDown={onKeyDown}
        />
      </div>
      <div id={`${id}-list`} role="listbox" aria-label="Matches" className={classes.results}>
        {groupsOf(options).map(([group, members]) => (
          // biome-ignore lint/a11y/useSemanticElements: a listbox has groups of this role
          <div key={group} role="group" aria-labelledby={`${id}-${group}`} className={classes.group}>
            <div id={`${id}-${group}`} className={classes.heading}>
              {group}
            </div>
            {members.map((option) => {
              const index = options.indexOf(option);
              return (
                // biome-ignore lint/a11y/useKeyWithClickEvents: the field has the focus and handles the keys
                <div
                  key={option.to}
                  id={optionId(index)}
                  role="option"
                  tabIndex={-1}
                  aria-selected={option === current}
                  className={classes.option}
                  onPointerMove={() => setActive(index)}
                  onClick={() => open(option)}
                >
                  <span>{option.title}</span>
                  {option.detail && <span className={classes.detail}>{option.detail}</span>}
                </div>
              );
            })}
          </div>
        ))}
      </div>
      <div role="status" className={classes.note}>
        {statusOf(matches)}
      </div>
      {matches.hasFailed && (
        <Button look="quiet" onClick={matches.retry}>
          Try again
        </Button>
      )}
    </>
  );
}

const STEPS: { [key: string]: number } = { ArrowDown: 1, ArrowUp: -1 };

type Matches = ReturnType<typeof useDestinations>;

function statusOf({ options, isSearching, hasFailed, text }: Matches) {
  if (hasFailed) return 'The search failed.';
  if (isSearching) return 'Searching…';
  if (!text) return '';
  return options.length === 0
    ? 'No matches'
    : `Showing ${options.length === 1 ? '1 match' : `${options.length} matches`}`;
}

const searchQuery = (q: string) => ({
  queryKey: ['user', 'staff search', q],
  queryFn: async () => (await clientFor(staffApi, 'user').search({ query: { q } })).results,
  meta: { silent: true },
});

/**
 * Without search text, the recent destinations and SCREENS. With it, the matching SCREENS, lists of the admin panel,
 * and records.
 */
function useDestinations(text: string) {
  const [q] = useDebouncedValue(text, DEBOUNCE_MS);
  const search = useQuery({ ...searchQuery(q), enabled: q !== '' });
  const registry = useQuery(registryQuery).data;
  const [recent] = useState(recentDestinations);
  const lists = (registry?.entities ?? []).map(
    ({ name, label, group }): Destination => ({
      group: 'Screens',
      title: label,
      detail: `Admin panel, ${group}`,
      to: paths.adminList(name),
    }),
  );
  const isCurrent = q === text && search.data !== undefined;
  const hasFailed = q === text && text !== '' && search.isError;
  const records = text && isCurrent ? search.data.map(destinationOf) : [];
  const screens = matchingDestinations([...SCREENS, ...lists], text);
  return {
    text,
    options: text ? [...screens.slice(0, MAX_SCREENS), ...records] : [...recent, ...SCREENS],
    isSearching: text !== '' && !isCurrent && !hasFailed,
    hasFailed,
    retry: () => void search.refetch(),
  };
}

/** Opens the first match once the search has finished, if Enter was pressed before there was a match. */
function useOpenFirst({ options, isSearching }: Matches, open: (destination: Destination) => void) {
  const [isOpening, setOpening] = useState(false);
  const latest = useRef(open);
  latest.current = open;
  const first = options[0];
  useEffect(() => {
    if (!isOpening || isSearching) return;
    setOpening(false);
    if (first) latest.current(first);
  }, [isOpening, isSearching, first]);
  return [isOpening, setOpening] as const;
}

/** The options by group, in the order of GROUP_NAMES. */
const groupsOf = (options: readonly Destination[]) =>
  GROUP_NAMES.map((name) => [name, options.filter(({ group }) => group === name)] as const).filter(
    ([, members]) => members.length > 0,
  );

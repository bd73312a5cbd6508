import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { isMissing } from '#client/api/api-error.ts';
import { clientFor } from '#client/api/client.ts';
import { useApiForm } from '#client/api/use-api-form.ts';
import { Link } from '#client/app/router.ts';
import { confirmDialog, Dialog } from '#client/ui/app/Dialog.tsx';
import { QueryBoundary } from '#client/ui/app/QueryBoundary.tsx';
import { Button } from '#client/ui/Button.tsx';
import { Check, Field } from '#client/ui/Field.tsx';
import { notify } from '#client/ui/notifications/notify.ts';
import { Row, Stack } from '#client/ui/Stack.tsx';
import { savedViewsApi } from '#shared/api/saved-views.ts';
import { MAX_PER_PAGE } from '#shared/business.ts';
import { paths } from '#shared/paths.ts';
import { MAX_VIEW_NAME_LENGTH, type SavedView } from '#shared/saved-views.ts';
import { type ReviewSearch, reviewSearchText, viewFiltersOf, viewText } from './review-search.ts';
import classes from './SavedViews.module.css';
import { TextButton } from './TextButton.tsx';

const views = clientFor(savedViewsApi, 'user');
const VIEWS = ['user', 'saved views'];

const viewsQuery = () =>
  queryOptions({
    queryKey: VIEWS,
    queryFn: fetchAllViews,
    staleTime: 0,
  });

/** The views from all pages, by name. */
async function fetchAllViews(): Promise<SavedView[]> {
  const all: SavedView[] = [];
  for (let page = 1; ; page++) {
    const { saved_views, meta } = await views.list({
      query: { per: MAX_PER_PAGE, page, sort_col: 'name', sort_dir: 'asc' },
    });
    all.push(...saved_views);
    if (saved_views.length === 0 || all.length >= meta.total_count) return all;
  }
}

/** The editor's own views of the queue and the shared ones, and a form that saves the current filters. */
export function SavedViews({ search }: { search: ReviewSearch }) {
  const [isOpen, setOpen] = useState(false);
  const [viewToChange, setViewToChange] = useState<SavedView | null>(null);
  const query = useQuery({ ...viewsQuery(), enabled: isOpen });
  return (
    <details className={classes.views} onToggle={({ currentTarget: { open } }) => setOpen(open)}>
      <summary>Views</summary>
      {isOpen && (
        <div className={classes.menu}>
          <QueryBoundary query={query}>
            {(saved) =>
              saved.length === 0 ? (
                <p>No views yet. Set the filters you use most, then save them here.</p>
              ) : (
                <ul className={classes.list}>
                  {saved.map((view) => (
                    <View key={view.id} view={view} search={search} onChange={() => setViewToChange(view)} />
                  ))}
                </ul>
              )
            }
          </QueryBoundary>
          <ViewForm search={search} />
        </div>
      )}
      <Dialog
        isOpen={viewToChange !== null}
        onClose={() => setViewToChange(null)}
        title={`Change “${viewToChange?.name}”`}
      >
        {viewToChange && <ViewForm search={search} view={viewToChange} onDone={() => setViewToChange(null)} />}
      </Dialog>
    </details>
  );
}

type ViewProps = { view: SavedView; search: ReviewSearch; onChange: () => void };

function View({ view, search, onChange }: ViewProps) {
  const reload = useReload();
  const removal = useMutation({
    mutationFn: () => views.remove({ id: view.id }),
    meta: { success: 'The view was deleted.' },
    onSettled: reload,
  });
  const text = viewText(view, search.store_action);
  const { name, is_shared, is_own, owner_name, can_change } = view;
  const remove = () =>
    confirmDialog({
      title: `Delete “${name}”?`,
      text: is_shared ? 'All staff will lose this view. This can’t be undone.' : 'This can’t be undone.',
      confirm: 'Delete view',
      onConfirm: () => removal.mutate(),
    });
  return (
    <li>
      <Link
        to={paths.userPromotions() + text}
        aria-current={reviewSearchText({ ...search, page: 1 }) === text ? 'page' : undefined}
      >
        {name}
      </Link>
      {is_shared && <span className={classes.owner}>{is_own ? 'shared by you' : `shared by ${owner_name}`}</span>}
      {can_change && (
        <>
          <TextButton onClick={onChange}>
            Change<span className="visually-hidden"> {name}</span>
          </TextButton>
          <TextButton onClick={remove}>
            Delete<span className="visually-hidden"> {name}</span>
          </TextButton>
        </>
      )}
    </li>
  );
}

/** The view may have been deleted in another tab, or a shared one by a colleague. */
const nullIfMissing = (error: unknown) => {
  if (isMissing(error)) return null;
  throw error;
};

type FormProps = { search: ReviewSearch; view?: SavedView; onDone?: () => void };

/** Saves the current filters under a name, or changes a view. */
function ViewForm({ search, view, onDone }: FormProps) {
  const reload = useReload();
  const initialValues = { name: view?.name ?? '', is_shared: view?.is_shared ?? false, replaces: false };
  const { form, onSubmit, busy } = useApiForm({
    initialValues,
    submit: ({ name, is_shared, replaces }) => {
      const filters = viewFiltersOf(search);
      return view
        ? views.update({ id: view.id, body: { name, is_shared, ...(replaces && { filters }) } }).catch(nullIfMissing)
        : views.save({ body: { name, is_shared, filters } });
    },
    onSuccess: (saved) => {
      if (saved) notify.success('The view was saved.');
      else notify.error('This view was deleted.');
      reload();
      form.setValues(initialValues);
      form.resetDirty(initialValues);
      onDone?.();
    },
  });
  return (
    <form onSubmit={onSubmit} className={view ? undefined : classes.form}>
      <Stack gap="s">
        <Field
          label={view ? 'Name' : 'Name of the view'}
          hint={view ? undefined : 'Saves the status, filters, and sort order, but not the search'}
          maxLength={MAX_VIEW_NAME_LENGTH}
          {...form.getInputProps('name')}
        />
        {(!view || view.is_own) && (
          <Check label="Share with all staff" {...form.getInputProps('is_shared', { type: 'checkbox' })} />
        )}
        {view && (
          <Check
            label="Replace its filters with the current ones"
            {...form.getInputProps('replaces', { type: 'checkbox' })}
          />
        )}
        <Row>
          <Button look={view ? 'primary' : 'quiet'} type="submit" busy={busy}>
            Save view
          </Button>
          {view && (
            <Button look="quiet" onClick={onDone}>
              Cancel
            </Button>
          )}
        </Row>
      </Stack>
    </form>
  );
}

function useReload() {
  const queryClient = useQueryClient();
  return () => void queryClient.invalidateQueries({ queryKey: VIEWS });
}

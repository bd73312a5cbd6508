import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { fieldErrors } from '#client/api/api-error.ts';
import { clientFor } from '#client/api/client.ts';
import { confirmDialog } from '#client/ui/app/Dialog.tsx';
import { Panel } from '#client/ui/app/Panel.tsx';
import { QueryBoundary } from '#client/ui/app/QueryBoundary.tsx';
import { Button } from '#client/ui/Button.tsx';
import { Field } from '#client/ui/Field.tsx';
import type { SavedPrompt, SavedPromptInput } from '#shared/ai.ts';
import { MAX_PROMPT_NAME_LENGTH } from '#shared/ai-tools.ts';
import { aiApi } from '#shared/api/ai.ts';
import { MAX_PER_PAGE } from '#shared/business.ts';
import { fieldLabel } from '#shared/errors.ts';
import classes from './UserAi.module.css';

type Props = { prompt: string; onLoad: (prompt: string) => void; onSaved: (prompt: string) => void };

/** Saved prompts; each staff member has their own. */
export function SavedPrompts({ prompt, onLoad, onSaved }: Props) {
  const query = useQuery(savedPromptsQuery());
  return (
    <Panel title="Saved prompts">
      <SavePromptForm prompt={prompt} onSaved={onSaved} />
      <QueryBoundary query={query}>
        {(prompts) =>
          prompts.length === 0 ? (
            <p className={classes.small}>No saved prompts yet. Write one, name it, and save it.</p>
          ) : (
            <ul className={classes.list}>
              {prompts.map((saved) => (
                <Row key={saved.id} saved={saved} onLoad={onLoad} />
              ))}
            </ul>
          )
        }
      </QueryBoundary>
    </Panel>
  );
}

function Row({ saved: { id, name, prompt }, onLoad }: { saved: SavedPrompt; onLoad: (prompt: string) => void }) {
  const queryClient = useQueryClient();
  const removal = useMutation({
    mutationFn: () => deletePrompt(id),
    meta: { success: 'The prompt was deleted.' },
    onSuccess: () => queryClient.invalidateQueries({ queryKey: PROMPTS }),
  });
  return (
    <li>
      <strong>{name}</strong>
      <span className={`${classes.small} ${classes.prompt}`}>{prompt}</span>
      <div className={classes.actions}>
        <Button type="button" look="quiet" onClick={() => onLoad(prompt)}>
          Load prompt<span className="visually-hidden"> {name}</span>
        </Button>
        <Button
          type="button"
          look="danger"
          busy={removal.isPending}
          onClick={() =>
            confirmDialog({
              title: `Delete ${name}?`,
              text: 'We’ll delete this prompt. This can’t be undone.',
              confirm: 'Delete prompt',
              onConfirm: () => removal.mutate(),
            })
          }
        >
          Delete<span className="visually-hidden"> {name}</span>
        </Button>
      </div>
    </li>
  );
}

/** A form that saves the prompt typed in the other panel. */
function SavePromptForm({ prompt, onSaved }: { prompt: string; onSaved: (prompt: string) => void }) {
  const queryClient = useQueryClient();
  const [name, setName] = useState('');
  const save = useMutation({
    mutationFn: (saved: string) => savePrompt({ name, prompt: saved }),
    meta: { form: true, success: 'The prompt was saved.' },
    onSuccess(_response, saved) {
      onSaved(saved);
      setName('');
      return queryClient.invalidateQueries({ queryKey: PROMPTS });
    },
  });
  const [message] = fieldErrors(save.error).name ?? [];
  const canSave = name.trim() !== '' && prompt.trim() !== '';
  return (
    <form
      className={classes.list}
      onSubmit={(event) => {
        event.preventDefault();
        if (canSave) save.mutate(prompt);
      }}
    >
      <Field
        label="Name"
        hint="Saves the prompt as it is now"
        maxLength={MAX_PROMPT_NAME_LENGTH}
        value={name}
        error={message && `${fieldLabel('name')} ${message}`}
        onChange={(event) => setName(event.currentTarget.value)}
      />
      <div className={classes.actions}>
        <Button type="submit" look="quiet" busy={save.isPending} disabled={!canSave}>
          Save prompt
        </Button>
      </div>
    </form>
  );
}

const ai = clientFor(aiApi, 'user');
export const USAGE = ['user', 'ai', 'usage'];
const PROMPTS = ['user', 'ai', 'prompts'];

export const usageQuery = () => queryOptions({ queryKey: USAGE, queryFn: async () => (await ai.usage()).usage });

const savedPromptsQuery = () =>
  queryOptions({
    queryKey: PROMPTS,
    queryFn: async () =>
      (await ai.listPrompts({ query: { per: MAX_PER_PAGE, sort_col: 'name', sort_dir: 'asc' } })).prompts,
  });

const savePrompt = async (body: SavedPromptInput) => (await ai.savePrompt({ body })).prompt;
const deletePrompt = (id: number) => ai.deletePrompt({ id });

import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { askFirst } from '#client/ui/app/dialogs.tsx';
import { Loaded } from '#client/ui/app/Loaded.tsx';
import { Panel } from '#client/ui/app/Panel.tsx';
import { Button } from '#client/ui/Button.tsx';
import type { SavedPrompt } from '#shared/ai.ts';
import { SavePromptForm } from './SavePromptForm.tsx';
import classes from './UserAi.module.css';
import { deletePrompt, PROMPTS, savedPromptsQuery } from './user-api.ts';

type Props = { prompt: string; onLoad: (prompt: string) => void; onSaved: (prompt: string) => void };

/** Prompts that are used again; each member of staff has their own. */
export function SavedPrompts({ prompt, onLoad, onSaved }: Props) {
  const saved = useQuery(savedPromptsQuery());
  return (
    <Panel title="Saved prompts">
      <SavePromptForm prompt={prompt} onSaved={onSaved} />
      <Loaded query={saved}>
        {(prompts) =>
          prompts.length === 0 ? (
            <p className={classes.small}>None yet. Write a prompt, give it a name, and save it.</p>
          ) : (
            <ul className={classes.list}>
              {prompts.map((one) => (
                <Row key={one.id} saved={one} onLoad={onLoad} />
              ))}
            </ul>
          )
        }
      </Loaded>
    </Panel>
  );
}

function Row({ saved: { id, name, prompt }, onLoad }: { saved: SavedPrompt; onLoad: (prompt: string) => void }) {
  const client = useQueryClient();
  const removal = useMutation({
    mutationFn: () => deletePrompt(id),
    meta: { success: 'The prompt was deleted.' },
    onSuccess: () => client.invalidateQueries({ queryKey: PROMPTS }),
  });
  return (
    <li>
      <strong>{name}</strong>
      <span className={`${classes.small} ${classes.prompt}`}>{prompt}</span>
      <div className={classes.actions}>
        <Button type="button" look="quiet" onClick={() => onLoad(prompt)}>
          Load<span className="visually-hidden"> {name}</span>
        </Button>
        <Button
          type="button"
          look="danger"
          busy={removal.isPending}
          onClick={() =>
            askFirst({
              title: `Delete ${name}?`,
              text: 'The saved prompt is gone for good.',
              confirm: 'Delete the prompt',
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

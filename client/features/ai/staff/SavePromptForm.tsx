import { TextInput } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { fieldErrors } from '#client/api/api-error.ts';
import { Button } from '#client/ui/Button.tsx';
import { PROMPT_NAME_LENGTH } from '#shared/ai-tools.ts';
import { fieldLabel } from '#shared/errors.ts';
import classes from './UserAi.module.css';
import { PROMPTS, savePrompt } from './user-api.ts';

/** Keeps the prompt that stands in the field beside it. */
export function SavePromptForm({ prompt, onSaved }: { prompt: string; onSaved: (prompt: string) => void }) {
  const client = useQueryClient();
  const [name, setName] = useState('');
  const save = useMutation({
    mutationFn: (saved: string) => savePrompt({ name, prompt: saved }),
    meta: { form: true, success: 'The prompt was saved.' },
    onSuccess(_answer, saved) {
      onSaved(saved);
      setName('');
      return client.invalidateQueries({ queryKey: PROMPTS });
    },
  });
  const [message] = fieldErrors(save.error).name ?? [];
  return (
    <form
      className={classes.list}
      onSubmit={(event) => {
        event.preventDefault();
        if (name.trim() && prompt.trim()) save.mutate(prompt);
      }}
    >
      <TextInput
        label="Name"
        description="For the prompt as it stands now"
        maxLength={PROMPT_NAME_LENGTH}
        size="md"
        value={name}
        error={message && `${fieldLabel('name')} ${message}`}
        onChange={(event) => setName(event.currentTarget.value)}
      />
      <div className={classes.actions}>
        <Button type="submit" look="quiet" busy={save.isPending}>
          Save prompt
        </Button>
      </div>
    </form>
  );
}

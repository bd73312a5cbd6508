import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useUnsavedGuard } from '#client/api/use-unsaved-guard.ts';
import { Page, PageTitle } from '#client/ui/Page.tsx';
import { Seo } from '#client/ui/Seo.tsx';
import { aiApi } from '#shared/api/ai.ts';
import { isBusy } from '../progress.ts';
import { useStream } from '../use-stream.ts';
import { SavedPrompts } from './SavedPrompts.tsx';
import { UsagePanel } from './UsagePanel.tsx';
import classes from './UserAi.module.css';
import { UserAnswer } from './UserAnswer.tsx';
import { UserPromptForm } from './UserPromptForm.tsx';
import { USAGE, usageQuery } from './user-api.ts';

/** The staff's own words to the model, with what it costs. */
export function UserAiScreen() {
  const client = useQueryClient();
  const usage = useQuery(usageQuery());
  const { progress, ask, stop } = useStream();
  const [prompt, setPrompt] = useState('');
  /** Asked, saved or loaded last: nothing is lost with it. */
  const [kept, setKept] = useState('');
  useUnsavedGuard(() => prompt.trim() !== '' && prompt !== kept);
  const onAsk = async () => {
    setKept(prompt);
    await ask({ path: aiApi.prompt.path, body: { prompt }, role: 'user' });
    await client.invalidateQueries({ queryKey: USAGE });
  };
  const onLoad = (loaded: string) => {
    setPrompt(loaded);
    setKept(loaded);
  };
  return (
    <Page>
      <Seo title="AI prompt" description="Ask the AI model, for staff." noindex />
      <PageTitle lead={leadFor(usage.data?.model)}>AI prompt</PageTitle>
      <div className={classes.columns}>
        <div className={classes.main}>
          <UserPromptForm
            prompt={prompt}
            onChange={setPrompt}
            busy={isBusy(progress)}
            usage={usage.data}
            onAsk={() => void onAsk()}
            onStop={stop}
          />
          <UserAnswer progress={progress} />
        </div>
        <div className={classes.side}>
          <UsagePanel query={usage} />
          <SavedPrompts prompt={prompt} onLoad={onLoad} onSaved={setKept} />
        </div>
      </div>
    </Page>
  );
}

const leadFor = (model: string | null | undefined) =>
  model ? `Your words go to the model ${model}, from the same daily budget as the public tools.` : 'Ask the AI model.';

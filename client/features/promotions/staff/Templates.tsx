import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { clientFor } from '#client/api/client.ts';
import { Button } from '#client/ui/Button.tsx';
import { SelectField } from '#client/ui/SelectField.tsx';
import { adminApi } from '#shared/api/admin.ts';
import { MAX_PER_PAGE } from '#shared/business.ts';
import { paths } from '#shared/paths.ts';
import type { Promotion } from '#shared/promotions.ts';
import classes from './DecisionBar.module.css';
import type { FormDecision } from './decision-forms.ts';

type Kind = 'question' | 'refusal';
type Template = { id: number; kind: Kind; name: string; text: string };

/** The kind of templates that each decision's form offers. */
export const TEMPLATES_OF: { [decision in FormDecision]?: Kind } = {
  reject: 'refusal',
  partner_feedback: 'question',
  ask_about_changes: 'question',
};

/** The list that staff manage in the admin panel. */
const LIST = 'message_templates';

const templatesQuery = {
  queryKey: ['user', 'message templates'],
  queryFn: async () => {
    const query = { per: MAX_PER_PAGE, sort_col: 'name', sort_dir: 'asc' };
    return (await clientFor(adminApi, 'user').list({ entity: LIST, query }))[LIST] as unknown as Template[];
  },
  staleTime: 0,
};

/** `promotion` is null for a text about several. */
type Props = { kind: Kind; promotion: Promotion | null; onInsert: (text: string) => void };

/** Inserts a template into the message, where it can be edited. */
export function Templates({ kind, promotion, onInsert }: Props) {
  const { data = [] } = useQuery(templatesQuery);
  const templates = data.filter((template) => template.kind === kind);
  const [id, setId] = useState('');
  const chosen = templates.find((template) => String(template.id) === id) ?? templates[0];
  return (
    <div className={classes.templates}>
      {chosen && (
        <>
          <SelectField
            label="Template"
            value={String(chosen.id)}
            onChange={({ currentTarget: { value } }) => setId(value)}
            options={templates.map(({ id, name }) => ({ value: String(id), label: name }))}
          />
          <Button
            look="quiet"
            onClick={() => onInsert(promotion ? fillIn(chosen.text, promotion) : fillInForAll(chosen.text))}
          >
            Insert template
          </Button>
        </>
      )}
      <a href={paths.adminList(LIST, { kind })} target="_blank" rel="noreferrer">
        Manage templates<span className="visually-hidden"> (opens in a new tab)</span>
      </a>
    </div>
  );
}

/** Replaces `{title}` and `{partner}` for one promotion. */
const fillIn = (text: string, { id, book, partner }: Pick<Promotion, 'id' | 'book' | 'partner'>) =>
  text
    .replaceAll('{title}', () => book?.title ?? `promotion ${id}`)
    .replaceAll('{partner}', () => partner?.name ?? 'the partner');

/** Replaces `{title}` and `{partner}` for several promotions, which may have different titles and partners. */
export const fillInForAll = (text: string) =>
  text.replaceAll(/[“"]?\{title\}[”"]?/g, 'your book').replaceAll('{partner}', 'our partner');

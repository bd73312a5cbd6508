import { type SecurityEvent, SecurityEventKind } from '#prisma';
import { fieldLabel } from '#shared/errors.ts';
import { entity } from '../entity.ts';
import { choice, id, instant, number, text } from '../fields.ts';

export const securityEvents = entity<SecurityEvent>({
  name: 'security_events',
  singular: 'security_event',
  label: 'Security log',
  singular_label: 'Security event',
  group: 'Operations',
  about:
    'Sign-ins, wrong passwords and codes, password resets and changes, two-factor changes, API keys, throttling, and denied access: one row per kind, account, network, and minute. After 20 rows a minute, further events of a kind share one row.',
  model: 'securityEvent',
  table: 'security_events',
  viewRole: 'admin',
  title: ({ kind }) => fieldLabel(kind),
  fields: {
    id: id(),
    minute: instant({ list: true, filter: true, label: 'When' }),
    kind: choice(SecurityEventKind),
    actor: text({ list: true, filter: true, label: 'Account', help: 'For example partner:17 or user:3.' }),
    count: number({ list: true, sort: true, label: 'Count' }),
    detail: text({ list: true }),
    network: text({ list: true, filter: true }),
    last_at: instant({ label: 'Last event' }),
    request_id: text(),
  },
});

import { clientFor } from '#client/api/client.ts';
import { contactApi } from '#shared/api/contact.ts';

export type Message = { name: string; email: string; subject: string; message: string; website: string };

export const sendMessage = (body: Message) => clientFor(contactApi).send({ body });

export function messageOf(values: FormData): Message {
  const text = (name: string) => String(values.get(name) ?? '').trim();
  return {
    name: text('name'),
    email: text('email'),
    subject: text('subject'),
    message: text('message'),
    website: text('website'),
  };
}

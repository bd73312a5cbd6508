import { call } from '#client/api/http.ts';

export type Message = { name: string; email: string; subject: string; message: string; website: string };

export const sendMessage = (body: Message) => call<{ message: string }>('/contact', { method: 'POST', body });

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

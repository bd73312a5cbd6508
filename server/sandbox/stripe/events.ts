import { type Endpoint, idIn } from './endpoints.ts';
import { invalidRequest, noSuch } from './errors.ts';
import { listObject, parseCreatedRange, parsePage } from './lists.ts';

export const eventEndpoints: Endpoint[] = [
  {
    method: 'get',
    path: '/v1/events',
    parse: (form) => {
      const type = form.text('type');
      const types = form.texts('types');
      const isInCreatedRange = parseCreatedRange(form);
      const page = parsePage(form);
      if (type && types)
        throw invalidRequest('You may only specify one of these parameters: type, types.', {
          code: 'parameters_exclusive',
        });
      const patterns = type ? [type] : types;
      return (work) => {
        const events = work
          .list('events')
          .filter((event) => !patterns || patterns.some((pattern) => matches(pattern, event.type)))
          .filter((event) => isInCreatedRange(event.created));
        return listObject('/v1/events', events, page);
      };
    },
  },
  {
    method: 'get',
    path: '/v1/events/:id',
    parse: (_form, ids) => (work) => work.find('events', idIn(ids)) ?? throwMissingEvent(idIn(ids)),
  },
];

const throwMissingEvent = (id: string): never => {
  throw noSuch('event', id);
};

/** `charge.*` matches every type that starts with `charge.`, such as `charge.dispute.created`. */
const matches = (pattern: string, type: string) =>
  pattern.endsWith('.*') ? type.startsWith(pattern.slice(0, -1)) : pattern === type;

import { type Endpoint, idIn } from './endpoints.ts';
import { invalidRequest, noSuch } from './errors.ts';
import { listObject, readCreated, readPage } from './lists.ts';

export const eventEndpoints: Endpoint[] = [
  {
    method: 'get',
    path: '/v1/events',
    read: (form) => {
      const type = form.text('type');
      const types = form.texts('types');
      const created = readCreated(form);
      const page = readPage(form);
      if (type && types)
        throw invalidRequest('You may only specify one of these parameters: type, types.', {
          code: 'parameters_exclusive',
        });
      const wanted = type ? [type] : types;
      return (work) => {
        const found = work
          .list('events')
          .filter((one) => (!wanted || wanted.some((name) => fits(name, one.type))) && created(one.created));
        return listObject('/v1/events', found, page);
      };
    },
  },
  {
    method: 'get',
    path: '/v1/events/:id',
    read: (_form, ids) => (work) => work.find('events', idIn(ids)) ?? missingEvent(idIn(ids)),
  },
];

const missingEvent = (id: string): never => {
  throw noSuch('event', id);
};

/** `charge.*` matches every event of a charge. */
const fits = (wanted: string, type: string) =>
  wanted.endsWith('.*') ? type.startsWith(wanted.slice(0, -1)) : wanted === type;

import { attach, cardDeclinedAtAttach, detachAllOf } from './attachments.ts';
import { type Endpoint, idIn } from './endpoints.ts';
import { noSuch } from './errors.ts';
import { type Form, mergedMetadata } from './form.ts';
import { newId } from './ids.ts';
import { listObject, parseCreatedRange, parsePage } from './lists.ts';
import { customerOf, paymentMethodOf } from './lookup.ts';
import { resolvePaymentMethod } from './new-payment-method.ts';
import type { Customer, Plain } from './objects.ts';
import type { UnitOfWork } from './work.ts';

export const customerEndpoints: Endpoint[] = [
  {
    method: 'post',
    path: '/v1/customers',
    parse: (form) => {
      const fields = parseFields(form);
      return (work) => createCustomer(work, fields);
    },
  },
  {
    method: 'get',
    path: '/v1/customers',
    parse: (form) => {
      const email = form.text('email');
      const isInCreatedRange = parseCreatedRange(form);
      const page = parsePage(form);
      return (work) => {
        const customers = work
          .list('customers')
          .filter((customer): customer is Customer => !('deleted' in customer))
          .filter(
            (customer) => (email === undefined || customer.email === email) && isInCreatedRange(customer.created),
          );
        return listObject('/v1/customers', customers, page);
      };
    },
  },
  {
    method: 'get',
    path: '/v1/customers/:id',
    parse: (_form, ids) => (work) => work.find('customers', idIn(ids)) ?? throwMissingCustomer(idIn(ids)),
  },
  {
    method: 'post',
    path: '/v1/customers/:id',
    parse: (form, ids) => {
      const fields = parseFields(form);
      return (work) => updateCustomer(work, idIn(ids), fields);
    },
  },
  { method: 'delete', path: '/v1/customers/:id', parse: (_form, ids) => (work) => deleteCustomer(work, idIn(ids)) },
  {
    method: 'get',
    path: '/v1/customers/:id/payment_methods',
    parse: (form, ids) => {
      form.oneOf('type', ['card']);
      const page = parsePage(form);
      return (work) => {
        const { id } = customerOf(work, idIn(ids), 'id');
        const methods = work.list('payment_methods').filter(({ customer }) => customer === id);
        return listObject(`/v1/customers/${id}/payment_methods`, methods, page);
      };
    },
  },
  {
    method: 'get',
    path: '/v1/customers/:customer/payment_methods/:id',
    parse: (_form, ids) => (work) => {
      const { id } = customerOf(work, ids.customer ?? '');
      const paymentMethod = paymentMethodOf(work, idIn(ids));
      if (paymentMethod.customer !== id) throw noSuch('PaymentMethod', paymentMethod.id);
      return paymentMethod;
    },
  },
];

const throwMissingCustomer = (id: string): never => {
  throw noSuch('customer', id);
};

type Fields = ReturnType<typeof parseFields>;

function parseFields(form: Form) {
  const settings = form.nested('invoice_settings');
  const fields = {
    address: parseHash(form, 'address', ['city', 'country', 'line1', 'line2', 'postal_code', 'state']),
    default_payment_method: settings?.text('default_payment_method'),
    description: form.text('description'),
    email: form.text('email'),
    metadata: form.metadata(),
    name: form.text('name'),
    payment_method: form.text('payment_method'),
    phone: form.text('phone'),
  };
  form.ignore('preferred_locales', 'tax_exempt', 'test_clock');
  return fields;
}

function parseHash(form: Form, name: string, parts: readonly string[]): Plain | undefined {
  const hash = form.nested(name);
  return hash && Object.fromEntries(parts.map((part) => [part, hash.text(part) || null]));
}

function createCustomer(work: UnitOfWork, fields: Fields) {
  const refusal = fields.payment_method && cardDeclinedAtAttach(work, fields.payment_method);
  if (refusal) throw refusal;
  const blank: Customer = {
    id: newId('cus_', 14),
    object: 'customer',
    address: null,
    balance: 0,
    created: work.created,
    currency: null,
    default_source: null,
    delinquent: false,
    description: null,
    email: null,
    invoice_settings: { custom_fields: null, default_payment_method: null, footer: null, rendering_options: null },
    livemode: false,
    metadata: {},
    name: null,
    phone: null,
    preferred_locales: [],
    shipping: null,
    tax_exempt: 'none',
    test_clock: null,
  };
  const customer = work.put('customers', { ...blank, ...updatedFields(blank, fields) }) as Customer;
  work.emit('customer.created', customer);
  if (fields.payment_method) attach(work, resolvePaymentMethod(work, fields.payment_method), customer.id);
  return saveDefault(work, customer, fields.default_payment_method);
}

function updateCustomer(work: UnitOfWork, id: string, fields: Fields) {
  const before = customerOf(work, id, 'id');
  const after = saveDefault(work, { ...before, ...updatedFields(before, fields) }, fields.default_payment_method);
  work.put('customers', after);
  work.emit('customer.updated', after, previousValues(before, after));
  return after;
}

/** The changed fields; '' clears a field. */
function updatedFields(before: Customer, fields: Fields): Partial<Customer> {
  const texts = (['description', 'email', 'name', 'phone'] as const).filter((name) => fields[name] !== undefined);
  return {
    ...Object.fromEntries(texts.map((name) => [name, fields[name] || null])),
    ...(fields.address && { address: fields.address }),
    metadata: mergedMetadata(before.metadata, fields.metadata),
  };
}

function saveDefault(work: UnitOfWork, customer: Customer, id: string | undefined): Customer {
  if (id === undefined) return customer;
  const paymentMethod = id === '' ? null : paymentMethodOf(work, id, 'invoice_settings[default_payment_method]');
  if (paymentMethod && paymentMethod.customer !== customer.id)
    throw noSuch('PaymentMethod', id, 'invoice_settings[default_payment_method]');
  const invoice_settings = { ...customer.invoice_settings, default_payment_method: paymentMethod?.id ?? null };
  return work.put('customers', { ...customer, invoice_settings }) as Customer;
}

const previousValues = (before: Customer, after: Customer): Plain =>
  Object.fromEntries(
    Object.entries(before).filter(([name, value]) => {
      return JSON.stringify(value) !== JSON.stringify(after[name as keyof Customer]);
    }),
  );

function deleteCustomer(work: UnitOfWork, id: string) {
  const customer = customerOf(work, id, 'id');
  detachAllOf(work, id);
  const deleted = work.put('customers', { id, object: 'customer', deleted: true });
  work.emit('customer.deleted', customer);
  return deleted;
}

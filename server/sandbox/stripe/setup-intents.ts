import { type Caller, type Endpoint, idIn } from './endpoints.ts';
import type { Form } from './form.ts';
import { newId } from './ids.ts';
import {
  checkClientSecret,
  choosePaymentMethod,
  forBrowser,
  ignoreUnusedParameters,
  newClientSecret,
  parsePaymentMethodChoice,
  parsePaymentMethodTypes,
  requireReturnUrl,
} from './intents.ts';
import { listObject, parseCreatedRange, parsePage } from './lists.ts';
import { customerOf, setupIntentOf } from './lookup.ts';
import type { SetupIntent } from './objects.ts';
import { confirmSetupIntent, unexpectedState } from './setups.ts';
import type { UnitOfWork } from './work.ts';

export const setupIntentEndpoints: Endpoint[] = [
  {
    method: 'post',
    path: '/v1/setup_intents',
    parse: (form, _ids, caller) => {
      const fields = parseCreation(form, caller);
      return (work) => createSetupIntent(work, fields);
    },
  },
  {
    method: 'get',
    path: '/v1/setup_intents',
    parse: (form) => {
      const customer = form.text('customer');
      const isInCreatedRange = parseCreatedRange(form);
      const page = parsePage(form);
      return (work) => {
        const intents = work
          .list('setup_intents')
          .filter((intent) => (!customer || intent.customer === customer) && isInCreatedRange(intent.created));
        return listObject('/v1/setup_intents', intents, page);
      };
    },
  },
  {
    method: 'get',
    path: '/v1/setup_intents/:id',
    allowsBrowser: true,
    parse: (form, ids, caller) => {
      const secret = form.text('client_secret');
      return (work) => {
        const intent = setupIntentOf(work, idIn(ids));
        checkClientSecret(intent, secret, caller);
        return forBrowser(intent, caller);
      };
    },
  },
  {
    method: 'post',
    path: '/v1/setup_intents/:id/confirm',
    allowsBrowser: true,
    parse: (form, ids, caller) => {
      const secret = form.text('client_secret');
      const choice = parsePaymentMethodChoice(form);
      const return_url = form.text('return_url');
      form.ignore('allowed_payment_method_types');
      ignoreUnusedParameters(form);
      return (work) => {
        const intent = setupIntentOf(work, idIn(ids));
        checkClientSecret(intent, secret, caller);
        requireReturnUrl(intent, return_url, caller, 'SetupIntent');
        return forBrowser(confirmSetupIntent(work, intent, { ...choice, return_url }), caller);
      };
    },
  },
  {
    method: 'post',
    path: '/v1/setup_intents/:id/cancel',
    parse: (form, ids) => {
      const reason = form.oneOf('cancellation_reason', ['abandoned', 'duplicate', 'requested_by_customer']);
      return (work) => cancelSetupIntent(work, setupIntentOf(work, idIn(ids)), reason ?? null);
    },
  },
];

type Creation = ReturnType<typeof parseCreation>;

function parseCreation(form: Form, caller: Caller) {
  const fields = {
    ...parsePaymentMethodTypes(form),
    ...parsePaymentMethodChoice(form),
    confirm: form.flag('confirm') ?? false,
    customer: form.text('customer'),
    description: form.text('description'),
    metadata: form.metadata(),
    return_url: form.text('return_url'),
    usage: form.oneOf('usage', ['off_session', 'on_session']) ?? 'off_session',
  };
  ignoreUnusedParameters(form);
  if (fields.confirm) requireReturnUrl(fields, fields.return_url, caller, 'SetupIntent');
  return fields;
}

function createSetupIntent(work: UnitOfWork, fields: Creation) {
  if (fields.customer) customerOf(work, fields.customer, 'customer');
  const chosen = choosePaymentMethod(work, fields, fields.customer ?? null);
  const id = newId('seti_');
  const intent: SetupIntent = {
    id,
    object: 'setup_intent',
    allowed_payment_method_types: fields.allowed_payment_method_types,
    automatic_payment_methods: fields.automatic_payment_methods,
    cancellation_reason: null,
    client_secret: newClientSecret(id),
    created: work.created,
    customer: fields.customer ?? null,
    description: fields.description ?? null,
    last_setup_error: null,
    latest_attempt: null,
    livemode: false,
    mandate: null,
    metadata: fields.metadata ?? {},
    next_action: null,
    payment_method: chosen?.id ?? null,
    payment_method_options: { card: { mandate_options: null, network: null, request_three_d_secure: 'automatic' } },
    payment_method_types: fields.payment_method_types,
    single_use_mandate: null,
    status: chosen ? 'requires_confirmation' : 'requires_payment_method',
    usage: fields.usage,
  };
  work.put('setup_intents', intent);
  work.emit('setup_intent.created', intent);
  return fields.confirm ? confirmSetupIntent(work, intent, { return_url: fields.return_url }) : intent;
}

function cancelSetupIntent(work: UnitOfWork, intent: SetupIntent, cancellation_reason: string | null) {
  if (intent.status === 'succeeded' || intent.status === 'canceled')
    throw unexpectedState(intent, `You cannot cancel this SetupIntent because it has a status of ${intent.status}.`);
  const canceled: SetupIntent = { ...intent, status: 'canceled', cancellation_reason, next_action: null };
  work.put('setup_intents', canceled);
  work.emit('setup_intent.canceled', canceled);
  return canceled;
}

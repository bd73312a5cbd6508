/**
 * The person or company that runs this installation, as the pages, emails, and invoices print it. See
 * docs/decisions/0097-identity-is-a-setting.md.
 */
type Setting =
  | 'OPERATOR_NAME'
  | 'OPERATOR_ADDRESS'
  | 'OPERATOR_COUNTRY'
  | 'OPERATOR_EMAIL'
  | 'OPERATOR_REPLY_TIME'
  | 'OPERATOR_APPEALS'
  | 'OPERATOR_GOVERNING_LAW'
  | 'OPERATOR_NOTICE_AGENT'
  | 'OPERATOR_HOSTING'
  | 'OPERATOR_TAX_NUMBER';
type Settings = { [name in Setting]?: string | undefined };

/** The operator's settings. Written pages leave out sentences about those that are null. */
export type Operator = {
  name: string;
  address: string;
  country: string;
  email: string;
  tax_number: string | null;
  reply_time: string | null;
  appeals: string | null;
  governing_law: string;
  notice_agent: string | null;
  hosting: string | null;
};

/** The required settings and what each must be set to. */
const REQUIRED: readonly [Setting, string][] = [
  ['OPERATOR_NAME', 'the person or company that runs this site'],
  [
    'OPERATOR_ADDRESS',
    'the postal address, without the country, shown in every email, on the legal pages, and on invoices',
  ],
  ['OPERATOR_COUNTRY', 'the country of that address'],
  ['OPERATOR_EMAIL', 'the email address that readers, partners, and authorities can write to'],
  ['OPERATOR_REPLY_TIME', 'the time within which you usually reply, such as “two business days”'],
  ['OPERATOR_APPEALS', 'a sentence saying who reviews a decision that a partner disputes, and how soon'],
  ['OPERATOR_GOVERNING_LAW', 'the governing law of the terms, such as “the laws of Ontario, Canada”'],
];

/** Lists the missing settings, each in a sentence. */
export const missingIdentity = (env: Settings): string[] =>
  REQUIRED.filter(([name]) => !env[name]).map(([name, description]) => `${name} is missing: set it to ${description}.`);

/** The demo's operator is fictitious and promises nothing. */
const FICTITIOUS = {
  OPERATOR_NAME: 'Deckle Demo (fictitious)',
  OPERATOR_ADDRESS: '1 Example Street, Example City',
  OPERATOR_COUNTRY: 'Example Country',
  OPERATOR_EMAIL: 'help@deckle.test',
  OPERATOR_GOVERNING_LAW: 'the laws of Example Country, a fictitious country',
};

/** Fills gaps with the fictitious operator. In real use none are filled: `readConfig` refuses them. */
export function operatorOf(settings: Settings): Operator {
  const present = Object.fromEntries(Object.entries(settings).filter(([, value]) => value));
  const env = { ...FICTITIOUS, ...present } as Settings & typeof FICTITIOUS;
  return {
    name: env.OPERATOR_NAME,
    address: env.OPERATOR_ADDRESS,
    country: env.OPERATOR_COUNTRY,
    email: env.OPERATOR_EMAIL,
    tax_number: env.OPERATOR_TAX_NUMBER ?? null,
    reply_time: env.OPERATOR_REPLY_TIME ?? null,
    appeals: env.OPERATOR_APPEALS ?? null,
    governing_law: env.OPERATOR_GOVERNING_LAW,
    notice_agent: env.OPERATOR_NOTICE_AGENT ?? null,
    hosting: env.OPERATOR_HOSTING ?? null,
  };
}

/** Omits the tax number, which only invoices print, and the email, which pages get as `support_email`. */
export const publicOperator = ({ email: _email, tax_number: _tax, ...operator }: Operator) => operator;

/** 'Quill & Press Ltd, 12 Mill Lane, Leeds, United Kingdom', for footers. */
export const operatorLine = ({ name, address, country }: Operator) => `${name}, ${address}, ${country}`;

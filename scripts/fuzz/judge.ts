/** Violations in a response: a server error except 503, leaked internals, or a deviation from the documented API. */
import { problemOf } from '#shared/api/check.ts';
import { OPERATIONS } from '#shared/api/operations.ts';
import type { ApiCall, ApiResponse } from '../calls/sender.ts';

export type FuzzVerdict = 'failed' | 'leaked' | 'undeclared';
export type FuzzFinding = { verdict: FuzzVerdict; detail: string };

/** Internals in a refusal's body: stack traces, paths, SQL, and component names as they appear in code and errors. */
const INTERNALS =
  /\n\s+at |node_modules|node:internal|\.[cm]?[jt]sx?:\d|\/(work|home|tmp|server|app)\/|\b[Pp]risma|\b[Pp]ostgres|\bpg_[a-z]|\bP[12]\d{3}\b|relation "|column "|syntax error|violates|\bECONN[A-Z]+\b|\bEPIPE\b|ZodError|TypeError|RangeError|URIError|SyntaxError|Cannot read|is not a function|invalid input syntax|invalid byte sequence/;
/** Secrets in the body of any response. */
const SECRETS = /encrypted_password|token_hash|\$2[aby]\$\d\d\$|totp_secret|node_modules|\b[Pp]risma/;

/** The first internal or secret in a refusal's body, or null. */
export const findLeak = (text: string) => (INTERNALS.exec(text) ?? SECRETS.exec(text))?.[0] ?? null;

export function findingsIn(call: ApiCall, response: ApiResponse): FuzzFinding[] {
  const path = call.path.split('?')[0]!;
  const undeclared = problemOf(OPERATIONS, { method: call.method, path, ...response });
  const leak = (response.status >= 400 ? INTERNALS : SECRETS).exec(response.text) ?? SECRETS.exec(response.text);
  const findings: (FuzzFinding | false | null)[] = [
    response.status >= 500 &&
      response.status !== 503 && { verdict: 'failed', detail: `${response.status} ${response.text.slice(0, 200)}` },
    leak && { verdict: 'leaked', detail: leak[0] },
    undeclared !== null && { verdict: 'undeclared', detail: undeclared },
  ];
  return findings.filter((finding): finding is FuzzFinding => Boolean(finding));
}

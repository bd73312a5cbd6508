import { describe, expect, it } from 'vitest';
import { smtpError } from './smtp-error.ts';

const failure = (fields: object, message = 'it failed') => Object.assign(new Error(message), fields);
const rejection = (command: string, responseCode: number, text: string) =>
  failure({
    code: command === 'DATA' ? 'EMESSAGE' : 'EENVELOPE',
    command,
    responseCode,
    response: `${responseCode} ${text}`,
  });

describe('the outcome of an SMTP failure', () => {
  it.each([
    ['bounced', rejection('RCPT TO', 550, '5.1.1 no such user')],
    ['bounced', rejection('RCPT TO', 554, '5.7.1 policy')],
    ['bounced', rejection('DATA', 552, '5.3.4 too big')],
    ['bounced', failure({ code: 'EENVELOPE', command: 'API' }, 'No recipients defined')],
    ['bounced', failure({ code: 'EMESSAGE', command: 'API' }, 'Empty message')],
    ['deferred', rejection('RCPT TO', 450, '4.2.0 greylisted')],
    ['deferred', rejection('DATA', 451, 'later')],
    ['deferred', failure({ code: 'ECONNECTION', command: 'CONN', responseCode: 421 })],
    ['unavailable', rejection('MAIL FROM', 550, '5.7.1 sender rejected')],
    ['unavailable', rejection('RCPT TO', 553, '5.1.7 bad sender address syntax')],
    ['unavailable', rejection('RCPT TO', 550, '5.1.8 Sender address rejected: Domain not found')],
    ['deferred', rejection('RCPT TO', 450, '4.1.8 Sender address rejected: Domain not found')],
    ['bounced', rejection('DATA', 550, '5.1.8 spam')],
    ['unavailable', failure({ code: 'EAUTH', command: 'AUTH PLAIN', responseCode: 535 })],
    ['unavailable', failure({ code: 'EDNS', command: 'CONN' })],
    ['unavailable', failure({ code: 'ESOCKET', originalCode: 'ECONNREFUSED', command: 'CONN' })],
    ['unavailable', failure({ code: 'ETIMEDOUT', timeoutType: 'GREETING_TIMEOUT', command: 'CONN' })],
    [
      'unavailable',
      failure({ code: 'EPROTOCOL', command: 'CONN', responseCode: 554 }, 'Invalid greeting. response=554'),
    ],
    ['unavailable', failure({ code: 'ECONNECTION' }, 'Connection pool was closed')],
    ['uncertain', failure({ code: 'ETIMEDOUT', timeoutType: 'SOCKET_TIMEOUT', command: 'CONN' }, 'Timeout')],
    ['uncertain', failure({ code: 'ECONNECTION', command: 'CONN' }, 'Connection closed unexpectedly')],
    ['unavailable', failure({ code: 'ESOCKET', originalCode: 'CERT_HAS_EXPIRED', command: 'CONN' })],
    ['unavailable', failure({ code: 'ESOCKET', originalCode: 'DEPTH_ZERO_SELF_SIGNED_CERT', command: 'CONN' })],
    ['unavailable', failure({ code: 'ESOCKET', originalCode: 'UNABLE_TO_VERIFY_LEAF_SIGNATURE', command: 'CONN' })],
    ['unavailable', failure({ code: 'ESOCKET', originalCode: 'ERR_TLS_CERT_ALTNAME_INVALID', command: 'CONN' })],
    ['uncertain', failure({ code: 'ESOCKET', originalCode: 'ECONNRESET', command: 'CONN' })],
    ['uncertain', failure({ code: 'EPROTOCOL', command: 'CONN', responseCode: 250 }, 'Unexpected Response')],
    ['uncertain', new Error('something new')],
  ])('%s: %o', (outcome, error) => {
    expect(smtpError(error).outcome).toBe(outcome);
  });

  it.each([
    [true, rejection('RCPT TO', 550, '5.1.1 no such user')],
    [true, rejection('RCPT TO', 550, '5.2.1 disabled')],
    [true, rejection('RCPT TO', 550, 'no such user here')],
    [true, rejection('RCPT TO', 553, 'not allowed')],
    [true, rejection('RCPT TO', 550, '<ada@example.test>: User unknown in relay recipient table')],
    [true, rejection('RCPT TO', 550, '<sender@example.test> unknown')],
    [true, rejection('RCPT TO', 550, 'sorry, no mailbox here by that name. (#5.1.1)')],
    [true, rejection('RCPT TO', 550, 'user not listed in public Name & Address Book')],
    [false, rejection('RCPT TO', 553, "sorry, that domain isn't in my list of allowed rcpthosts (#5.7.1)")],
    [false, rejection('RCPT TO', 553, "sorry, that domain isn't in my list of allowed rcpthosts")],
    [false, rejection('RCPT TO', 550, 'relay not permitted')],
    [false, rejection('RCPT TO', 550, 'Relaying denied')],
    [false, rejection('RCPT TO', 550, 'Authentication required')],
    [false, rejection('RCPT TO', 550, 'Sender verify failed')],
    [false, rejection('RCPT TO', 550, '192.0.2.1 is listed at bl.example.test')],
    [false, rejection('RCPT TO', 550, 'your host is blocked')],
    [false, rejection('RCPT TO', 550, 'hourly limit exceeded')],
    [true, failure({ code: 'EENVELOPE', command: 'API' }, 'No recipients defined')],
    [false, failure({ code: 'EMESSAGE', command: 'API' }, 'Empty message')],
    [false, rejection('RCPT TO', 552, '5.2.2 mailbox full')],
    [false, rejection('RCPT TO', 550, '5.7.1 blocked')],
    [false, rejection('RCPT TO', 553, '5.1.7 bad sender address syntax')],
    [false, rejection('RCPT TO', 550, '5.1.8 Sender address rejected: Domain not found')],
    [false, rejection('RCPT TO', 554, 'no')],
    [false, rejection('DATA', 550, '5.1.1 looks like spam')],
    [false, rejection('RCPT TO', 450, '4.1.1 not now')],
  ])('blames the address: %s, %o', (isBadAddress, error) => {
    expect(smtpError(error).isBadAddress).toBe(isBadAddress);
  });
});

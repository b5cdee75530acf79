import type { Mailer } from '#server/mail/mailer.ts'
import { traceStep } from './active-span.ts'

/**
 * Wraps a mailer so that each mail creates a span (a timed part of a trace) with its outcome, but without its content
 * and recipient (rule HT88).
 */
export const traceMails = (mailer: Mailer): Mailer => ({
  send: mail =>
    traceStep(
      'send mail',
      { kind: 'client', attributes: {} },
      () => mailer.send(mail),
      result => ({
        attributes: { 'dacapo.mail.outcome': result.kind === 'sent' ? 'sent' : result.because },
        ...(result.kind === 'failed' && { error: result.because }),
      }),
    ),
})

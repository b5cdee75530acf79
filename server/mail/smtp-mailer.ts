import { createTransport } from 'nodemailer'
import type { Logger } from 'pino'
import { insecure } from '#server/configuration.ts'
import type { Mailer, MailFailure } from './mailer.ts'

/** Someone looks at a spinner meanwhile: after this long the mail has failed. */
const PATIENCE_MILLISECONDS = 10_000

/**
 * Sends by SMTP, encrypted or not at all: `smtps:` from the first byte, `smtp:` with STARTTLS, and without it
 * only for a server on this machine that was asked for with `?insecure` (rule MA4).
 */
export function smtpMailer(
  { url, from }: { url: string; from: string },
  log: Logger,
  patienceMilliseconds = PATIENCE_MILLISECONDS,
): Mailer {
  const { protocol, hostname, port, username, password } = new URL(url)
  const secure = protocol === 'smtps:'
  const plain = insecure(url)

  async function send(mail: Parameters<Mailer['send']>[0]) {
    // A transport of its own per mail: closing it at the deadline hurts no other.
    const transport = createTransport({
      host: hostname.replace(/^\[(.*)\]$/, '$1'),
      port: port === '' ? (secure ? 465 : 587) : Number(port),
      secure,
      requireTLS: !secure && !plain,
      ignoreTLS: plain,
      ...(username === ''
        ? {}
        : { auth: { user: decodeURIComponent(username), pass: decodeURIComponent(password) } }),
      connectionTimeout: patienceMilliseconds,
      greetingTimeout: patienceMilliseconds,
      socketTimeout: patienceMilliseconds,
      disableFileAccess: true,
      disableUrlAccess: true,
    })
    const deadline = Promise.withResolvers<'late'>()
    const timer = setTimeout(deadline.resolve, patienceMilliseconds, 'late')
    try {
      const sending = transport.sendMail({
        from,
        ...mail,
        // Tells holiday responders to keep quiet (RFC 3834).
        headers: { 'Auto-Submitted': 'auto-generated' },
      })
      // When the deadline has won, nobody waits for this any more.
      sending.catch(() => undefined)
      if ((await Promise.race([sending, deadline.promise])) !== 'late') return { kind: 'sent' } as const
      return failed('time-out')
    } catch (error) {
      return failed(failureOf(error))
    } finally {
      clearTimeout(timer)
      transport.close()
    }
  }

  function failed(because: MailFailure) {
    log.warn({ because, host: hostname }, `a mail could not be sent: ${because} (${hostname})`)
    return { kind: 'failed', because } as const
  }

  return { send }
}

const FAILURES: ReadonlyMap<string, MailFailure> = new Map([
  ['EAUTH', 'login-refused'],
  ['ETLS', 'no-tls'],
  ['ETIMEDOUT', 'time-out'],
  ['EENVELOPE', 'refused'],
  ['EMESSAGE', 'refused'],
  ['EPROTOCOL', 'refused'],
])

function failureOf(error: unknown): MailFailure {
  // A certificate that does not convince ends as an error of the socket, with OpenSSL's sentence.
  if (error instanceof Error && /certificate/i.test(error.message)) return 'no-tls'
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  return FAILURES.get(code) ?? 'unreachable'
}

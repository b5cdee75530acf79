import { createTransport } from 'nodemailer'
import type { Logger } from 'pino'
import { counterIncrementers, type MailFailureReason } from '#server/observability/counters.ts'
import { allowsUnencryptedConnection } from '#server/settings/environment.ts'

export type Mail = {
  to: string
  subject: string
  text: string
  html: string
  replyTo?: string
  /** Mail programs show a mail only once if it is sent twice with the same id. */
  messageId?: string
}

export type Mailer = {
  send: (mail: Mail) => Promise<{ kind: 'sent' } | { kind: 'failed'; because: MailFailureReason }>
}

const TIMEOUT_MILLISECONDS = 10_000

/** Requires TLS (`smtps:`) or STARTTLS (`smtp:`), unless the URL has the parameter `insecure`. */
export function createSmtpMailer(
  { url, from }: { url: string; from: string },
  log: Logger,
  timeoutMilliseconds = TIMEOUT_MILLISECONDS,
): Mailer {
  const { hostname } = new URL(url)
  const transport = transportTo(url, timeoutMilliseconds)
  return {
    async send(mail) {
      const because = await failureOf(
        transport.sendMail({
          from,
          ...mail,
          // Suppresses automatic replies (RFC 3834).
          headers: { 'Auto-Submitted': 'auto-generated' },
          signal: AbortSignal.timeout(timeoutMilliseconds),
        }),
      )
      counterIncrementers.mail(because ?? 'sent')
      if (because === null) return { kind: 'sent' }
      log.warn({ because, host: hostname }, `a mail could not be sent: ${because} (${hostname})`)
      return { kind: 'failed', because }
    },
  }
}

export const checkSmtpConnection = (url: string): Promise<MailFailureReason | null> =>
  failureOf(transportTo(url, TIMEOUT_MILLISECONDS).verify())

function transportTo(given: string, timeoutMilliseconds: number) {
  const url = new URL(given)
  // Other parameters would be options of the transport.
  url.search = ''
  const isPlain = allowsUnencryptedConnection(given)
  return createTransport({
    url: url.href,
    requireTLS: !isPlain,
    ignoreTLS: isPlain,
    connectionTimeout: timeoutMilliseconds,
    greetingTimeout: timeoutMilliseconds,
    socketTimeout: timeoutMilliseconds,
    disableFileAccess: true,
    disableUrlAccess: true,
  })
}

const failureOf = (work: Promise<unknown>): Promise<MailFailureReason | null> =>
  work.then(() => null, mailFailureOf)

const FAILURES: ReadonlyMap<string, MailFailureReason> = new Map([
  ['EAUTH', 'login-refused'],
  ['ETLS', 'no-tls'],
  ['EABORT', 'time-out'],
  ['ETIMEDOUT', 'time-out'],
  ['EENVELOPE', 'refused'],
  ['EMESSAGE', 'refused'],
  ['EPROTOCOL', 'refused'],
])

function mailFailureOf(error: unknown): MailFailureReason {
  // A certificate error arrives as a socket error with OpenSSL's message.
  if (error instanceof Error && /certificate/i.test(error.message)) return 'no-tls'
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  return FAILURES.get(code) ?? 'unreachable'
}

/** Never rejects, because callers do not await it. */
export async function sendMailOrLogFailure(
  { mailer, log }: { mailer: Mailer; log: Logger },
  to: string,
  render: () => Promise<Omit<Mail, 'to'>>,
): Promise<void> {
  try {
    const sent = await mailer.send({ to, ...(await render()) })
    if (sent.kind === 'failed') log.warn({ because: sent.because }, 'a notice could not be mailed')
  } catch (error) {
    log.error(error, 'a notice could not be mailed')
  }
}

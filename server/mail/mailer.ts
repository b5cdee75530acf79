import { createTransport } from 'nodemailer'
import type { Logger } from 'pino'
import { incrementCounter } from '#server/observability/counters.ts'
import type { MailFailure } from '#server/observability/counters.ts'
import { allowsPlainText } from '#server/settings/environment.ts'

/** A mail to one recipient. `text` is the plain-text part, and `html` the HTML part. */
export type Mail = {
  to: string
  subject: string
  text: string
  html: string
  /** The Reply-To address. If it is missing, replies go to the sender's address. */
  replyTo?: string
  /** The Message-ID, so that mail programs show a mail that was sent twice only once. Generated if missing. */
  messageId?: string
}

/** Service that sends mails by SMTP, or stores them in the mailbox of a development machine. */
export type Mailer = {
  send: (mail: Mail) => Promise<{ kind: 'sent' } | { kind: 'failed'; because: MailFailure }>
}

/** The user waits for the response, so the mail fails after this time. */
const TIMEOUT_MILLISECONDS = 10_000

/**
 * Creates a mailer that sends by SMTP with TLS, either from the start (`smtps:`) or after STARTTLS (`smtp:`). Sends
 * unencrypted only to a mail server on this machine whose address contains `?insecure` (rule CF2).
 */
export function createSmtpMailer(
  { url, from }: { url: string; from: string },
  log: Logger,
  patienceMilliseconds = TIMEOUT_MILLISECONDS,
): Mailer {
  const { hostname } = new URL(url)

  async function send(mail: Parameters<Mailer['send']>[0]) {
    const because = await useTransport(url, patienceMilliseconds, transport =>
      transport.sendMail({
        from,
        ...mail,
        // Suppresses automatic replies (RFC 3834).
        headers: { 'Auto-Submitted': 'auto-generated' },
      }),
    )
    incrementCounter.mail(because ?? 'sent')
    if (because === null) return { kind: 'sent' } as const
    log.warn({ because, host: hostname }, `a mail could not be sent: ${because} (${hostname})`)
    return { kind: 'failed', because } as const
  }

  return { send }
}

/**
 * Connects to an SMTP server with TLS and signs in, but sends no mail. Returns null on success, otherwise the reason of
 * the failure (rule DR1).
 */
export const verifySmtp = (url: string): Promise<MailFailure | null> =>
  useTransport(url, TIMEOUT_MILLISECONDS, transport => transport.verify())

/** Does something with a transport of its own, so that closing it at the deadline hurts no other; null if it worked. */
async function useTransport(
  url: string,
  patienceMilliseconds: number,
  use: (transport: ReturnType<typeof transportTo>) => Promise<unknown>,
): Promise<MailFailure | null> {
  const transport = transportTo(url, patienceMilliseconds)
  const deadline = Promise.withResolvers<'late'>()
  const timer = setTimeout(deadline.resolve, patienceMilliseconds, 'late')
  try {
    const using = use(transport)
    // When the deadline has won, nobody waits for this any more.
    using.catch(() => undefined)
    return (await Promise.race([using, deadline.promise])) === 'late' ? 'time-out' : null
  } catch (error) {
    return mailFailureOf(error)
  } finally {
    clearTimeout(timer)
    transport.close()
  }
}

function transportTo(url: string, patienceMilliseconds: number) {
  const { protocol, hostname, port, username, password } = new URL(url)
  const secure = protocol === 'smtps:'
  const plain = allowsPlainText(url)
  return createTransport({
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
}

const FAILURES: ReadonlyMap<string, MailFailure> = new Map([
  ['EAUTH', 'login-refused'],
  ['ETLS', 'no-tls'],
  ['ETIMEDOUT', 'time-out'],
  ['EENVELOPE', 'refused'],
  ['EMESSAGE', 'refused'],
  ['EPROTOCOL', 'refused'],
])

function mailFailureOf(error: unknown): MailFailure {
  // A certificate error arrives as a socket error with OpenSSL's message.
  if (error instanceof Error && /certificate/i.test(error.message)) return 'no-tls'
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  return FAILURES.get(code) ?? 'unreachable'
}

/**
 * Mails once that something has happened, such as the deletion of an account. A failure is only logged, because it
 * undoes nothing. Never rejects, because callers do not await it.
 */
export async function sendNotice(
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

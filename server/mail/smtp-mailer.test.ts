import { createServer } from 'node:net'
import { getCACertificates, setDefaultCACertificates } from 'node:tls'
import type { SMTPServerOptions } from 'smtp-server'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { createLogger } from '#server/observability/log.ts'
import { localhostCertificate } from '#tests/security/localhost-certificate.ts'
import { decodeQuotedPrintable, portOnceListening, startMailServer } from '#tests/mail/mail-server.ts'
import { renderSignInMail } from './mails.ts'
import { createSmtpMailer } from './mailer.ts'

const certificate = localhostCertificate()
const trusted = getCACertificates('default')
const from = 'Dacapo <no-reply@dacapo.example>'
const ends: (() => Promise<void>)[] = []

beforeAll(() => setDefaultCACertificates([...trusted, certificate.cert]))
afterAll(() => setDefaultCACertificates(trusted))
afterEach(async () => {
  for (const end of ends.splice(0)) await end()
})

test('[MA1] a mail has text and HTML parts, intact umlauts and the header against automatic replies', async () => {
  const { url, received } = await aMailServer({ ...certificate, authOptional: true })
  expect(await mailerFor(url).send({ to: 'kai@example.org', ...(await german()) })).toEqual({ kind: 'sent' })
  const [mail = ''] = received
  expect(mail).toMatch(/^Content-Type: multipart\/alternative/m)
  expect(mail).toMatch(/^Auto-Submitted: auto-generated$/m)
  expect(mail).toMatch(/^From: Dacapo <no-reply@dacapo\.example>$/m)
  expect(mail).toMatch(/^To: kai@example\.org$/m)
  expect(subjectOf(mail)).toBe('Bei Dacapo anmelden: dein persönlicher Link')
  const [, text = '', html = ''] = decodeQuotedPrintable(mail).split(/^Content-Type: text\//m)
  expect(text).toContain('Öffne diesen Link')
  expect(html).toContain('<html lang="de">')
  expect(html).toContain('Öffne diesen Link')
})

test('[CF2] credentials are sent only over TLS, with the decoded password', async () => {
  const logins: unknown[] = []
  const { url } = await aMailServer({
    ...certificate,
    onAuth({ username, password }, session, callback) {
      logins.push({ username, password, secure: session.secure })
      callback(null, { user: username })
    },
  })
  const withLogin = url.replace('//', '//kai%40example.org:p%2Fss@')
  expect(await mailerFor(withLogin).send(await aMail())).toEqual({ kind: 'sent' })
  expect(logins).toEqual([{ username: 'kai@example.org', password: 'p/ss', secure: true }])
})

test('[CF2] smtps uses TLS from the first byte', async () => {
  const { url, received } = await aMailServer({ ...certificate, secure: true, authOptional: true })
  expect(await mailerFor(url.replace('smtp:', 'smtps:')).send(await aMail())).toEqual({ kind: 'sent' })
  expect(received).toHaveLength(1)
})

test('[CF2] nothing is sent without TLS or to an untrusted certificate, but where ?insecure says so', async () => {
  const plain = await aMailServer({ disabledCommands: ['STARTTLS'], authOptional: true })
  const foreign = await aMailServer({ ...localhostCertificate(), authOptional: true })
  for (const { url, received } of [plain, foreign]) {
    // Parameters of the transport have no say.
    const mailer = mailerFor(`${url}?requireTLS=false&ignoreTLS=true&tls.rejectUnauthorized=false`)
    expect(await mailer.send(await aMail())).toEqual({ kind: 'failed', because: 'no-tls' })
    expect(received).toEqual([])
  }
  expect(await mailerFor(`${plain.url}?insecure`).send(await aMail())).toEqual({ kind: 'sent' })
  expect(plain.received).toHaveLength(1)
})

test('[ID12] a refused login, a refusal for now and a server that is away are told apart', async () => {
  const strict = await aMailServer({
    ...certificate,
    onAuth: (_auth, _session, done) => done(new Error('no')),
  })
  const later = Object.assign(new Error('try again later'), { responseCode: 451 })
  const busy = await aMailServer({
    ...certificate,
    authOptional: true,
    onRcptTo: (_address, _session, done) => done(later),
  })
  const failureAt = async (url: string) => mailerFor(url).send(await aMail())
  expect(await failureAt(strict.url.replace('//', '//kai:wrong@'))).toMatchObject({
    because: 'login-refused',
  })
  expect(await failureAt(busy.url)).toMatchObject({ because: 'refused' })
  for (const end of ends.splice(0)) await end()
  expect(await failureAt(busy.url)).toMatchObject({ because: 'unreachable' })
})

test('[ID12] a server that is silent, or answers too slowly, is not waited for', async () => {
  for (const url of [await aSilentServer(), await aSilentServer(socket => socket.write('220-wait\r\n'))])
    expect(await mailerFor(url, 300).send(await aMail())).toEqual({ kind: 'failed', because: 'time-out' })
})

test('[ID12] logs neither address nor code of a failed mail', async () => {
  const lines: string[] = []
  const { url } = await aMailServer({ disabledCommands: ['STARTTLS'], authOptional: true })
  const log = createLogger('debug', { write: line => void lines.push(line) })
  await createSmtpMailer({ url, from }, log).send(await aMail())
  expect(lines.join('')).toContain('no-tls')
  expect(lines.join('')).not.toMatch(/kai@example|123456|abcdef/)
})

const mailerFor = (url: string, patience = 10_000) =>
  createSmtpMailer({ url, from }, createLogger('silent'), patience)

const german = () =>
  renderSignInMail({ language: 'de', link: 'https://d.example/confirm?token=abcdef', code: '123456' })

const aMail = async () => ({ to: 'kai@example.org', ...(await german()) })

/** A real SMTP server, which ends with the test. */
async function aMailServer(options: SMTPServerOptions) {
  const server = await startMailServer(options)
  ends.push(() => server.close())
  return server
}

/** Takes connections and says nothing, or what `now and then` says ten times a second. */
async function aSilentServer(
  nowAndThen?: (socket: { write: (text: string) => void }) => void,
): Promise<string> {
  const timers = new Set<NodeJS.Timeout>()
  const server = createServer(socket => {
    socket.on('error', () => undefined)
    if (nowAndThen === undefined) return
    const timer = setInterval(() => nowAndThen(socket), 100)
    timers.add(timer)
    socket.on('close', () => clearInterval(timer))
  })
  const port = await portOnceListening(server.listen(0, '127.0.0.1'))
  ends.push(async () => {
    timers.forEach(timer => clearInterval(timer))
    server.close()
  })
  return `smtp://localhost:${port}`
}

/** Undoes RFC 2047. */
function subjectOf(mail: string): string {
  const header = /^Subject: (.*(?:\r\n[ \t].*)*)/m.exec(mail)?.[1] ?? ''
  return header
    .replaceAll(/\?=\s+=\?/g, '?==?')
    .replaceAll(/=\?UTF-8\?([QB])\?(.*?)\?=/gi, (_, how: string, text: string) =>
      how.toUpperCase() === 'B'
        ? Buffer.from(text, 'base64').toString('utf8')
        : decodeQuotedPrintable(text.replaceAll('_', ' ')),
    )
}

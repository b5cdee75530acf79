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
const cleanups: (() => Promise<void>)[] = []

beforeAll(() => setDefaultCACertificates([...trusted, certificate.cert]))
afterAll(() => setDefaultCACertificates(trusted))
afterEach(async () => {
  for (const cleanup of cleanups.splice(0)) await cleanup()
})

test('[MA1] a mail has text and HTML parts, intact umlauts and the header against automatic replies', async () => {
  const { url, received } = await aMailServer({ ...certificate, authOptional: true })
  expect(await mailerFor(url).send(await aMail())).toEqual({ kind: 'sent' })
  const [mail = ''] = received
  expect(mail).toMatch(/^Content-Type: multipart\/alternative/m)
  expect(mail).toMatch(/^Auto-Submitted: auto-generated$/m)
  expect(mail).toMatch(/^From: Dacapo <no-reply@dacapo\.example>$/m)
  expect(mail).toMatch(/^To: kai@example\.org$/m)
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
    // Transport parameters in the URL are ignored.
    const mailer = mailerFor(`${url}?requireTLS=false&ignoreTLS=true&tls.rejectUnauthorized=false`)
    expect(await mailer.send(await aMail())).toEqual({ kind: 'failed', because: 'no-tls' })
    expect(received).toEqual([])
  }
  expect(await mailerFor(`${plain.url}?insecure`).send(await aMail())).toEqual({ kind: 'sent' })
  expect(plain.received).toHaveLength(1)
})

test('[ID12] a server that answers too slowly is not waited for', async () => {
  const url = await aServerThatNeverGreets()
  expect(await mailerFor(url, 300).send(await aMail())).toEqual({ kind: 'failed', because: 'time-out' })
})

const mailerFor = (url: string, timeoutMs = 10_000) =>
  createSmtpMailer({ url, from }, createLogger('silent'), timeoutMs)

const germanMail = () =>
  renderSignInMail({ language: 'de', link: 'https://d.example/confirm?token=abcdef', code: '123456' })

const aMail = async () => ({ to: 'kai@example.org', ...(await germanMail()) })

async function aMailServer(options: SMTPServerOptions) {
  const server = await startMailServer(options)
  cleanups.push(() => server.close())
  return server
}

async function aServerThatNeverGreets(): Promise<string> {
  const server = createServer(socket => {
    socket.on('error', () => undefined)
    const timer = setInterval(() => socket.write('220-wait\r\n'), 100)
    socket.on('close', () => clearInterval(timer))
  })
  const port = await portOnceListening(server.listen(0, '127.0.0.1'))
  cleanups.push(async () => void server.close())
  return `smtp://localhost:${port}`
}

import { afterEach, expect, test } from 'vitest'
import { createFeedbackMailJob } from './feedback.ts'
import { runJobIfDue } from '#server/jobs/scheduler.ts'
import { createSmtpMailer } from '#server/mail/mailer.ts'
import { silentLogger, storeSubscription } from '#tests/sync/library-server.ts'
import { decodeQuotedPrintable, startMailServer } from '#tests/mail/mail-server.ts'
import { aBrowser, aServer, createSignedInBrowser, type TestServer } from '#tests/server/whole-server.ts'

const PATH = '/api/v1/feedback'
const OPERATOR = { OPERATOR_EMAIL: 'hello@example.org' }
const feedback = { text: 'More <b>trills</b>, bitte schön!', language: 'de-AT', screen: '/practice' }
const cleanups: (() => Promise<void>)[] = []

afterEach(async () => {
  for (const cleanup of cleanups.splice(0)) await cleanup()
})

test('[FB9] the operator gets it by mail, the HTML of a stranger as text, and an answer goes to who wrote', async () => {
  const { server, received, runJobAndExpectMails } = await aServerThatMails()
  const kai = await createSignedInBrowser(server, 'kai@example.org')
  expect((await kai.post(PATH, { ...feedback, writtenAt: Date.UTC(2026, 0, 2, 3, 4, 5) })).status).toBe(204)
  await runJobAndExpectMails(1)
  const [sent = ''] = received
  expect(sent).toMatch(/^To: hello@example\.org$/m)
  expect(sent).toMatch(/^Reply-To: kai@example\.org$/m)
  expect(sent).toMatch(/^Subject: Feedback \(\/practice\)$/m)
  // Every attempt has the same Message-ID.
  expect(sent).toMatch(/Message-ID:\s+<feedback-[\w-]+@localhost>/)
  const [, text = '', html = ''] = decodeQuotedPrintable(sent).split(/^Content-Type: text\//m)
  expect(text).toContain(feedback.text)
  expect(text).toContain('2026-01-02T03:04:05.000Z')
  expect(text).toContain('An answer to this mail goes to the musician.')
  expect(html).toContain('More &lt;b&gt;trills&lt;/b&gt;, bitte schön!')
})

test('[FB8] nothing a musician writes becomes a header of the mail', async () => {
  const { server, received, runJobAndExpectMails } = await aServerThatMails()
  const nasty = '/practice\r\nBcc: eve@example.org\r\n\r\nfake'
  await aBrowser(server).post(PATH, {
    text: `${nasty}\n.\nQUIT`,
    language: 'de\nBcc: eve@example.org',
    screen: nasty,
  })
  await runJobAndExpectMails(1)
  const [head = '', ...body] = (received[0] ?? '').split('\r\n\r\n')
  expect(
    head
      .replaceAll(/\r\n[ \t]/g, ' ')
      .match(/^[\w-]+(?=:)/gm)
      ?.sort(),
  ).toEqual(['Auto-Submitted', 'Content-Type', 'Date', 'From', 'MIME-Version', 'Message-ID', 'Subject', 'To'])
  expect(decodeQuotedPrintable(body.join('\r\n\r\n'))).toContain('QUIT')
})

test('[FB9] a mail that fails is tried again until it is out, once, and no letter is lost', async () => {
  const { server, received, runJobAndExpectMails, refuse } = await aServerThatMails()
  refuse(true)
  for (const text of ['first', 'second'])
    expect((await aBrowser(server).post(PATH, { ...feedback, text })).status).toBe(204)
  await runJobAndExpectMails(0)
  expect(await mailedAt(server)).toEqual([null, null])

  refuse(false)
  await runJobAndExpectMails(2)
  for (const text of ['first', 'second']) expect(received.filter(mail => mail.includes(text))).toHaveLength(1)
  expect(await mailedAt(server)).toEqual([expect.any(Number), expect.any(Number)])
  await runJobAndExpectMails(2)
})

const runJob = (server: TestServer) =>
  runJobIfDue(server.context.database.db, createFeedbackMailJob(server.context), server.context.now())

test('[FB14] a letter that asks for support is marked Pro where the server knew that when it came, and answered to its author', async () => {
  const { server, received, runJobAndExpectMails, refuse } = await aServerThatMails()
  const kai = await createSignedInBrowser(server, 'kai@example.org')
  const ask = (text: string) => kai.post(PATH, { ...feedback, kind: 'support', text })
  expect((await ask('still Free')).status).toBe(204)
  await runJobAndExpectMails(1)
  await becomePro(server, 'kai@example.org')
  refuse(true)
  expect((await ask('now Pro')).status).toBe(204)
  expect((await kai.post(PATH, feedback)).status).toBe(204)
  await runJobAndExpectMails(1)
  await server.context.database.db.updateTable('subscription').set({ status: 'canceled' }).execute()
  refuse(false)
  await runJobAndExpectMails(3)
  const headOf = (words: string) => received.find(mail => decodeQuotedPrintable(mail).includes(words)) ?? ''
  expect(headOf('still Free')).toMatch(/^Subject: Support \(\/practice\)$/m)
  expect(headOf('now Pro')).toMatch(/^Subject: \[Pro\] Support \(\/practice\)$/m)
  expect(headOf('now Pro')).toMatch(/^Reply-To: kai@example\.org$/m)
  expect(headOf(feedback.text)).toMatch(/^Subject: Feedback /m)
})

test('[FB14] nobody calls themselves Pro, and support is for the signed-in only', async () => {
  const { server } = await aServerThatMails({})
  const kai = await createSignedInBrowser(server, 'kai@example.org')
  for (const more of [{ from_pro: true }, { fromPro: true }, { plan: 'pro' }, { replyTo: 'eve@example.org' }])
    expect((await kai.post(PATH, { ...feedback, kind: 'support', ...more })).status).toBe(422)
  expect((await kai.post(PATH, { ...feedback, kind: 'praise' })).status).toBe(422)
  const guest = await aBrowser(server).post(PATH, { ...feedback, kind: 'support' })
  expect([guest.status, (await guest.json()).code]).toEqual([401, 'signed-out'])
  expect(await mailedAt(server)).toEqual([])
})

async function becomePro(server: TestServer, email: string) {
  const { db } = server.context.database
  const { id } = await db.selectFrom('user').select('id').where('email', '=', email).executeTakeFirstOrThrow()
  await storeSubscription(server.context.database, id)
}

async function mailedAt(server: TestServer) {
  const { db } = server.context.database
  const rows = await db.selectFrom('feedback').select('mailed_at').execute()
  return rows.map(row => row.mailed_at)
}

async function aServerThatMails(environment: Record<string, string> = OPERATOR) {
  let isRefusing = false
  const refusal = () => Object.assign(new Error('try again later'), { responseCode: 451 })
  const mailServer = await startMailServer({
    disabledCommands: ['STARTTLS'],
    authOptional: true,
    onRcptTo: (_address, _session, done) => done(isRefusing ? refusal() : null),
  })
  const about = { url: `${mailServer.url}?insecure`, from: 'no-reply@dacapo.example' }
  const smtp = createSmtpMailer(about, silentLogger)
  const server = await aServer(environment)
  const { mailer } = server.context
  server.context.mailer = { send: mail => (mail.to === 'hello@example.org' ? smtp : mailer).send(mail) }
  cleanups.push(
    () => server.close(),
    () => mailServer.close(),
  )
  return {
    server,
    received: mailServer.received,
    refuse: (refusing: boolean) => void (isRefusing = refusing),
    runJobAndExpectMails: async (count: number) => {
      server.pass(120_000)
      await runJob(server)
      expect(mailServer.received).toHaveLength(count)
    },
  }
}

import { afterEach, expect, test, vi } from 'vitest'
import type { Mail, Mailer } from '#server/mail/mailer.ts'
import { aBrowser, aServer, signedIn } from '#tests/whole-server.ts'
import type { TestServer } from '#tests/whole-server.ts'

const PATH = '/api/v1/feedback'
const given = { text: 'More <b>trills</b>, please!', language: 'de-AT', screen: '/practice' }
let server: TestServer

afterEach(() => server.close())

test('[HT13] feedback is stored with who wrote it, and without when nobody is signed in', async () => {
  server = await aServer()
  const kai = await signedIn(server, 'kai@example.org')
  const { user } = await (await kai.get('/api/v1/session')).json()
  expect((await kai.post(PATH, given)).status).toBe(204)
  expect((await aBrowser(server).post(PATH, given)).status).toBe(204)
  const rows = await server.context.database.db.selectFrom('feedback').selectAll().execute()
  const row = { ...given, id: expect.any(String), created_at: expect.any(Number) }
  expect(rows).toHaveLength(2)
  expect(rows).toEqual(
    expect.arrayContaining([
      { ...row, user_id: user.id },
      { ...row, user_id: null },
    ]),
  )
})

test('[HT13] the operator gets it by mail, with the HTML of a stranger as text', async () => {
  const { mails, mailer } = rememberingMailer()
  server = await aServer({ OPERATOR_EMAIL: 'hello@example.org' }, { mailer })
  await aBrowser(server).post(PATH, given)
  await vi.waitFor(() => expect(mails).toHaveLength(1))
  expect(mails[0]).toMatchObject({ to: 'hello@example.org', subject: 'Feedback (/practice)' })
  expect(mails[0]?.text).toContain(given.text)
  expect(mails[0]?.html).toContain('More &lt;b&gt;trills&lt;/b&gt;, please!')
})

test('[HT13] without an operator’s address nothing is mailed', async () => {
  const { mails, mailer } = rememberingMailer()
  server = await aServer({}, { mailer })
  expect((await aBrowser(server).post(PATH, given)).status).toBe(204)
  expect(mails).toEqual([])
})

test('[HT13] a mail that fails loses nothing', async () => {
  const mailer = { send: () => Promise.reject(new Error('mail server on fire')) }
  server = await aServer({ OPERATOR_EMAIL: 'hello@example.org' }, { mailer })
  expect((await aBrowser(server).post(PATH, given)).status).toBe(204)
  expect(await server.context.database.db.selectFrom('feedback').selectAll().execute()).toHaveLength(1)
})

test('[HT13] one to 4000 letters, with language and screen', async () => {
  server = await aServer()
  const statusOf = async (change: object) =>
    (await aBrowser(server).post(PATH, { ...given, ...change })).status
  expect(await statusOf({ text: 'a' })).toBe(204)
  expect(await statusOf({ text: 'a'.repeat(4000) })).toBe(204)
  for (const wrong of [
    { text: '' },
    { text: '   ' },
    { text: 'a'.repeat(4001) },
    { text: 1 },
    { language: '' },
    { screen: 'a'.repeat(201) },
    { user: 'someone else' },
  ]) {
    expect(await statusOf(wrong)).toBe(422)
  }
})

test('[HT13] a client may write as often as the configuration says', async () => {
  server = await aServer({ LIMIT_FEEDBACK_PER_CLIENT: '2' })
  const browser = aBrowser(server)
  const statuses = [
    await browser.post(PATH, given),
    await browser.post(PATH, given),
    await browser.post(PATH, given),
  ]
  expect(statuses.map(({ status }) => status)).toEqual([204, 204, 429])
})

function rememberingMailer(): { mails: Mail[]; mailer: Mailer } {
  const mails: Mail[] = []
  return { mails, mailer: { send: async mail => (mails.push(mail), { kind: 'sent' }) } }
}

import { expect, test } from 'vitest'
import { askForMail, aServer, signedIn } from '#tests/whole-server.ts'

test('[HT15] a statement that fails takes nothing of what it was to write into the log', async () => {
  const broken = await aServer()
  const browser = await signedIn(broken, 'quiet@example.org')
  const { token, code } = await askForMail(broken, browser, 'quiet@example.org')
  const { db } = broken.context.database
  for (const table of ['verification', 'session', 'feedback', 'mailbox', 'rate_limit']) {
    await db.schema.dropTable(table).execute()
    await browser.get('/api/v1/session')
    await browser.post('/api/v1/feedback', { text: 'A secret word', language: 'en', screen: '/' })
    await browser.post('/api/v1/sign-in-links/confirm', { email: 'quiet@example.org', token })
    await browser.post('/api/v1/sign-in-links', { email: 'quiet@example.org' })
    await browser.get('/dev/mailbox')
  }
  const log = broken.logged.join('')
  expect(log).toContain('does not exist')
  const cookies = [...browser.cookies.values()]
  const sessions = cookies.map(cookie => decodeURIComponent(cookie).split('.')[0] ?? cookie)
  for (const secret of ['quiet@', 'A secret word', token, code, ...cookies, ...sessions])
    expect(log).not.toContain(secret)
  await broken.close()
})

test('[HT15] an error is logged with its causes, and addresses in its words are taken out', async () => {
  const { context, logged, close } = await aServer()
  const cause = Object.assign(new Error('Key (email)=(kai.b+x@example.org) exists'), {
    code: '23505',
    detail: 'x',
  })
  context.log.error(new Error('no user for kai@example.org', { cause }), 'failed')
  context.log.error({ err: 'kai@example.org' }, 'failed')
  const lines = logged.map(line => JSON.parse(line))
  expect(lines[0].err).toMatchObject({ message: 'no user for [address]', cause: { reason: '23505' } })
  expect(lines[0].err.cause.message).toBe('Key (email)=([address]) exists')
  expect(logged.join('')).not.toMatch(/kai|detail/)
  await close()
})

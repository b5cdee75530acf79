import { afterAll, expect, test } from 'vitest'
import { PRODUCTION_ENVIRONMENT } from '#tests/server/production-settings.ts'
import { aBrowser, requestSignInMail, aServer, type TestBrowser } from '#tests/server/whole-server.ts'

const PATHS = ['/dev/mailbox', '/dev/mailbox.json', '/dev/mailbox.css', '/dev/anything']
const REMOTE_HEADERS = [
  { forwarded: 'a' },
  { via: 'a' },
  { 'x-forwarded-for': 'a' },
  { 'cf-connecting-ip': 'a' },
  { host: 'evil.example:3000' },
  { host: '127.0.0.1.evil.example' },
  { host: '' },
]
const nasty = '<script>alert(1)</script>'

const server = await aServer()
afterAll(() => server.close())

test('[MA6] mails are printed and kept, newest first', async () => {
  const browser = aBrowser(server)
  const mails = []
  for (const email of ['first@example.org', 'second@example.org']) {
    mails.push(await requestSignInMail(server, browser, email))
    server.pass(1000)
  }
  const kept = await (await browser.get(server.dev('/dev/mailbox.json'))).json()
  expect(kept.map(({ to }: { to: string }) => to)).toEqual(['second@example.org', 'first@example.org'])
  const { subject, text, html } = mails[1] ?? {}
  expect(kept[0]).toEqual({ to: 'second@example.org', subject, text, html, at: expect.any(Number) })
  expect(server.printed).toHaveLength(2)
  expect(server.printed[1]).toContain(`confirm?token=${mails[1]?.token}`)
  expect(server.printed[1]).toContain(mails[1]?.code)
})

test('[MA1] what a mail contains is text on the page', async () => {
  await server.context.mailer.send({ to: nasty, subject: nasty, text: nasty, html: '' })
  const page = await (await (await aBrowserWithKey()).get('/dev/mailbox')).text()
  expect(page).not.toContain('<script')
  expect(page.match(/&lt;script&gt;/g)).toHaveLength(3)
})

test('[MA6] whoever comes from elsewhere sees no mailbox, and no cache keeps it', async () => {
  for (const path of PATHS) {
    for (const headers of REMOTE_HEADERS) {
      const answer = await aBrowser(server).send(server.dev(path), { headers })
      expect([headers, answer.status]).toEqual([headers, 404])
    }
    expect((await aBrowser(server).get(server.dev(path))).headers.get('cache-control')).toBe('no-store')
  }
})

test('[MA6] where mail goes out, and in production, there is no mailbox at all', async () => {
  const smtp = { SMTP_URL: 'smtps://mail.example' }
  for (const environment of [smtp, PRODUCTION_ENVIRONMENT]) {
    const other = await aServer(environment)
    for (const path of PATHS) {
      const answer = await aBrowser(other).send(other.dev(path), { headers: { host: 'localhost:3000' } })
      expect(answer.status).toBe(404)
    }
    expect(await (await aBrowser(other).get('/api/v1/config')).json()).toMatchObject({ mailbox: 'none' })
    await other.close()
  }
})

test('[MA6] without its key nothing under /dev is shown or done, whoever asks', async () => {
  const email = 'kept@example.org'
  await requestSignInMail(server, aBrowser(server), email)
  const wrong = [...PATHS, '/dev', '/dev/events.json'].flatMap(path => [
    path,
    `${path}?key=`,
    `${path}?key=${'x'.repeat(24)}`,
  ])
  for (const path of wrong) {
    const answer = await aBrowser(server).get(path)
    expect([path, answer.status]).toEqual([path, 403])
    expect(await answer.text()).not.toContain(email)
  }
  for (const path of ['/dev/seed', '/dev/musician'])
    expect((await aBrowser(server).post(path, { email, plan: 'pro' })).status).toBe(403)
  const guessing = aBrowser(server)
  guessing.cookies.set('dacapo.dev', 'x'.repeat(24))
  expect((await guessing.get('/dev/mailbox')).status).toBe(403)
})

test('[MA6] a browser that has opened the printed address is let in, and its address bar does not keep the key', async () => {
  const browser = aBrowser(server)
  const opened = await browser.get(server.dev('/dev'))
  expect([opened.status, opened.headers.get('location')]).toEqual([303, '/'])
  expect(opened.headers.get('set-cookie')).toMatch(/HttpOnly; SameSite=Lax/)
  expect((await browser.get('/dev/mailbox')).status).toBe(200)
  const mailbox = await aBrowser(server).get(server.dev('/dev/mailbox'))
  expect([mailbox.status, mailbox.headers.get('location')]).toEqual([303, '/dev/mailbox'])
})

async function aBrowserWithKey(): Promise<TestBrowser> {
  const browser = aBrowser(server)
  await browser.get(server.dev('/dev'))
  return browser
}

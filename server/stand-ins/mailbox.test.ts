import { afterAll, beforeAll, expect, test } from 'vitest'
import { aBrowser, askForMail, aServer } from '#tests/whole-server.ts'
import type { TestServer } from '#tests/whole-server.ts'

const PATHS = ['/dev/mailbox', '/dev/mailbox.json', '/dev/mailbox.css', '/dev/anything']
const nasty = '<script>alert(1)</script>'
let server: TestServer

beforeAll(async () => {
  server = await aServer()
})
afterAll(() => server.close())

test('[MA6] mails are printed and kept, newest first', async () => {
  const browser = aBrowser(server)
  const mails = []
  for (const email of ['first@example.org', 'second@example.org']) {
    mails.push(await askForMail(server, browser, email))
    server.pass(1000)
  }
  const kept = await (await browser.get('/dev/mailbox.json')).json()
  expect(kept.map(({ to }: { to: string }) => to)).toEqual(['second@example.org', 'first@example.org'])
  const { subject, text, html } = mails[1] ?? {}
  expect(kept[0]).toEqual({ to: 'second@example.org', subject, text, html, at: expect.any(Number) })
  expect(server.printed).toHaveLength(2)
  expect(server.printed[1]).toContain(`confirm?token=${mails[1]?.token}`)
  expect(server.printed[1]).toContain(mails[1]?.code)
})

test('[MA6] the page shows the code, links the sign-in, and speaks the browser’s language', async () => {
  const browser = aBrowser(server)
  const { token, code } = await askForMail(server, browser, 'page@example.org')
  const page = await (
    await browser.send('/dev/mailbox', { headers: { 'accept-language': 'de-CH,de' } })
  ).text()
  expect(page).toContain('<h1>Postfach</h1>')
  expect(page).toContain(`href="http://localhost:3000/confirm?token=${token}"`)
  expect(page).toContain(`<strong>${code}</strong>`)
  expect(page).not.toMatch(/<script|style=|\son\w+=/)
  expect(await (await browser.get('/dev/mailbox')).text()).toContain('<h1>Mailbox</h1>')
})

test('[MA6] a mail as it looks in a mail program may have inline styles and nothing else', async () => {
  const browser = aBrowser(server)
  await askForMail(server, browser, 'look@example.org')
  const page = await (await browser.get('/dev/mailbox')).text()
  const path = /href="(\/dev\/mailbox\/[^"]+)"/.exec(page)?.[1] ?? ''
  const { headers, status } = await browser.get(path)
  expect(status).toBe(200)
  const policy = headers.get('content-security-policy')
  expect(policy).toMatch(/^default-src 'none'; style-src 'unsafe-inline'; .*sandbox/)
  expect((await browser.get('/dev/mailbox/nothing')).status).toBe(404)
})

test('[MA3] what a mail contains is text on the page', async () => {
  await server.context.mailer.send({ to: nasty, subject: nasty, text: nasty, html: '' })
  const page = await (await aBrowser(server).get('/dev/mailbox')).text()
  expect(page).not.toContain('<script')
  expect(page.match(/&lt;script&gt;/g)).toHaveLength(3)
})

test('[MA6] the newest hundred are kept', async () => {
  for (let count = 0; count < 105; count += 1) {
    server.pass(1)
    await server.context.mailer.send({ to: `${count}@example.org`, subject: 's', text: 't', html: 'h' })
  }
  const kept = await (await aBrowser(server).get('/dev/mailbox.json')).json()
  expect(kept).toHaveLength(100)
  expect(kept[0].to).toBe('104@example.org')
})

test('[MA7] a name on the web that points at this machine sees no mailbox', async () => {
  for (const host of [
    'evil.example:3000',
    'localhost.evil.example',
    '127.0.0.1.evil.example',
    '192.168.0.7:3000',
    '',
  ]) {
    for (const path of PATHS) {
      const answer = await aBrowser(server).send(path, { headers: { host } })
      expect(answer.status).toBe(404)
      expect(await answer.text()).not.toContain('example.org')
    }
  }
})

test('[MA7] whoever comes through a tunnel or a proxy sees no mailbox, and no cache keeps it', async () => {
  for (const path of PATHS) {
    for (const header of ['x-forwarded-for', 'x-forwarded-host', 'x-forwarded-proto', 'forwarded', 'via']) {
      const answer = await aBrowser(server).send(path, { headers: { [header]: 'a' } })
      expect(answer.status).toBe(404)
    }
    expect((await aBrowser(server).get(path)).headers.get('cache-control')).toBe('no-store')
  }
})

test('[MA7] where mail goes out, and in production, there is no mailbox at all', async () => {
  const smtp = { SMTP_URL: 'smtps://mail.example' }
  const production = {
    ...smtp,
    NODE_ENV: 'production',
    ORIGIN: 'https://dacapo.example',
    DATABASE: 'embedded',
  }
  for (const environment of [smtp, production]) {
    const other = await aServer(environment)
    for (const path of PATHS) {
      const answer = await aBrowser(other).send(path, { headers: { host: 'localhost:3000' } })
      expect(answer.status).toBe(404)
    }
    expect(await (await aBrowser(other).get('/api/v1/config')).json()).toMatchObject({ mailbox: false })
    await other.close()
  }
})

import { afterAll, beforeAll, expect, test } from 'vitest'
import { createSmtpMailer } from '#server/mail/mailer.ts'
import type { Mailer } from '#server/mail/mailer.ts'
import { connectFromAccountScreen } from '#tests/identity/social-visit.ts'
import { decodeQuotedPrintable, startMailServer } from '#tests/mail/mail-server.ts'
import { aServer, createSignedInBrowser } from '#tests/server/whole-server.ts'
import type { TestServer } from '#tests/server/whole-server.ts'

const SIGN_INS = '/api/v1/sign-ins'
const CONNECTED = ['Google ist jetzt mit Dacapo verbunden', 'entferne Google auf der Kontoseite']
const REMOVED = [
  'Google ist nicht mehr mit Dacapo verbunden',
  'melde dich auf der Kontoseite überall sonst ab',
]

let server: TestServer
let sendToMailbox: Mailer['send']
beforeAll(async () => {
  server = await aServer({ LIMITS: 'socialSignInsPerClient=1000' })
  sendToMailbox = server.context.mailer.send
})
afterAll(() => server.close())

test('[ID34] a mail says that a sign-in was connected, another one that it was removed', async () => {
  const email = 'told@example.org'
  const browser = await createSignedInBrowser(server, email)
  const mails = await startMailServer({ disabledCommands: ['STARTTLS'], authOptional: true })
  const { url, received } = mails
  const from = 'Dacapo <no-reply@dacapo.example>'
  server.context.mailer.send = createSmtpMailer({ url: `${url}?insecure`, from }, server.context.log).send
  try {
    const presenting = { email: 'at-google@example.org' }
    await connectFromAccountScreen(browser, 'google', presenting, 'popup', 'de')
    await expect.poll(() => received).toHaveLength(1)
    const path = `${SIGN_INS}/google?language=de`
    expect((await browser.send(path, { method: 'DELETE' })).status).toBe(204)
    await expect.poll(() => received).toHaveLength(2)
  } finally {
    server.context.mailer.send = sendToMailbox
    await mails.close()
  }
  for (const [mail, words] of [
    [decodeQuotedPrintable(received[0] ?? ''), CONNECTED],
    [decodeQuotedPrintable(received[1] ?? ''), REMOVED],
  ] as const) {
    expect(mail).toMatch(new RegExp(`^To: ${email}$`, 'm'))
    const [, text = '', html = ''] = mail.split(/^Content-Type: text\//m)
    for (const part of [text, html]) {
      for (const word of words) expect(part).toContain(word)
      expect(part).toContain(`${server.context.configuration.origin}/account`)
    }
    // The account at the provider may belong to a stranger: their address does not go to anybody.
    expect(mail).not.toContain('at-google@example.org')
  }
})

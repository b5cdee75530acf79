import { expect, test } from 'vitest'
import { connectFromAccountScreen } from '#tests/identity/social-visit.ts'
import { aServer, createSignedInBrowser } from '#tests/server/whole-server.ts'

const CONNECTED = ['Google ist jetzt mit Dacapo verbunden', 'entferne Google auf der Kontoseite']
const REMOVED = [
  'Google ist nicht mehr mit Dacapo verbunden',
  'melde dich auf der Kontoseite überall sonst ab',
]

test('[ID34] a mail says that a sign-in was connected, another one that it was removed', async () => {
  const server = await aServer()
  const email = 'told@example.org'
  const browser = await createSignedInBrowser(server, email)
  const { db } = server.context.database
  const newest = () => db.selectFrom('mailbox').selectAll().orderBy('at', 'desc').executeTakeFirstOrThrow()
  async function expectMail(words: readonly string[]) {
    await expect.poll(async () => (await newest()).text).toContain(words[0])
    const mail = await newest()
    expect(mail.to_address).toBe(email)
    for (const part of [mail.text, mail.html])
      for (const word of [...words, `${server.context.configuration.origin}/account`])
        expect(part).toContain(word)
    // The account at the provider may belong to a stranger: their address does not go to anybody.
    expect(JSON.stringify(mail)).not.toContain('at-google@example.org')
  }
  server.pass(1000)
  await connectFromAccountScreen(browser, 'google', { email: 'at-google@example.org' }, 'de')
  await expectMail(CONNECTED)
  server.pass(1000)
  const removed = await browser.send('/api/v1/sign-ins/google?language=de', { method: 'DELETE' })
  expect(removed.status).toBe(204)
  await expectMail(REMOVED)
  await server.close()
})

import { expect, test } from 'vitest'
import type { Mail, Mailer } from '#server/mail/mailer.ts'
import { aServer, createSignedInBrowser } from '#tests/server/whole-server.ts'

const ACCOUNT = '/api/v1/account'

test.each([
  ['en', 'Your account is deleted', /Your pieces, your practice history .* are gone/],
  ['de', 'Dein Konto ist gelöscht', /Deine Stücke, dein Übeverlauf .* sind weg/],
])('[DA6] a mail in %s says that the account is deleted', async (language, title, words) => {
  const server = await aServer()
  const browser = await createSignedInBrowser(server, 'gone@example.org')
  await browser.send(`${ACCOUNT}?language=${language}`, { method: 'DELETE' })
  const { db } = server.context.database
  const newest = () =>
    db.selectFrom('mailbox').select(['to_address', 'text', 'html']).orderBy('at', 'desc').executeTakeFirst()
  await expect.poll(newest).toEqual({
    to_address: 'gone@example.org',
    text: expect.stringContaining(title),
    html: expect.anything(),
  })
  const mail = await newest()
  for (const part of [mail?.text, mail?.html]) expect(part).toMatch(words)
  // The user no longer exists, so the mail offers no sign-in.
  expect(mail?.text).not.toMatch(/http|\d{6}/)
  await server.close()
})

test.each([
  ['is refused', async () => ({ kind: 'failed', because: 'refused' }) as const],
  [
    'breaks the mailer',
    async () => {
      throw new Error('the mailer is broken')
    },
  ],
])(
  '[DA6][HT15] a mail that %s undoes nothing, and the log holds no address',
  async (_, fail: Mailer['send']) => {
    const server = await aServer()
    const browser = await createSignedInBrowser(server, 'unreachable@example.org')
    const tried: Mail[] = []
    server.context.mailer.send = mail => {
      tried.push(mail)
      return fail(mail)
    }
    expect((await browser.send(ACCOUNT, { method: 'DELETE' })).status).toBe(204)
    await expect.poll(() => server.logged.join('')).toContain('a notice could not be mailed')
    expect(tried.map(({ to }) => to)).toEqual(['unreachable@example.org'])
    expect(server.logged.join('')).not.toContain('unreachable@example.org')
    expect(await server.context.database.db.selectFrom('user').select('id').execute()).toEqual([])
    await server.close()
  },
)

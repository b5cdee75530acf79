import { expect, test } from 'vitest'
import { aBrowser, aServer, findSessionEmail, createSignedInBrowser } from '#tests/server/whole-server.ts'
import type { TestBrowser } from '#tests/server/whole-server.ts'

const OLD = 'the secret that was told to somebody'
const NEW = 'a secret that nobody else knows today'

/** The same browser at another server. */
function at(server: Parameters<typeof aBrowser>[0], { cookies }: TestBrowser): TestBrowser {
  const browser = aBrowser(server)
  for (const [name, value] of cookies) browser.cookies.set(name, value)
  return browser
}

test('[ID8] a new SECRET with the previous one set signs nobody out; without the previous one it does', async () => {
  const before = await aServer({ SECRET: OLD })
  const { database } = before.context
  const browser = await createSignedInBrowser(before, 'kai@example.org')
  const alone = await aServer({ SECRET: NEW }, { database })
  expect(await findSessionEmail(at(alone, browser))).toBeNull()
  const rotated = await aServer({ SECRET: NEW, SECRET_PREVIOUS: OLD }, { database })
  const here = at(rotated, browser)
  expect(await findSessionEmail(here)).toBe('kai@example.org')
  expect((await here.get('/api/v1/sessions')).status).toBe(200)
  // A session that begins now is signed with the new one alone.
  expect(await findSessionEmail(at(alone, await createSignedInBrowser(rotated, 'clara@example.org')))).toBe(
    'clara@example.org',
  )
  await before.close()
})

test('[ID8] prolonging a session re-signs its cookie, so that the previous SECRET can be removed', async () => {
  const before = await aServer({ SECRET: OLD })
  const { database } = before.context
  const browser = await createSignedInBrowser(before, 'kai@example.org')
  const longAgo = new Date(Date.now() - 2 * 3_600_000)
  await database.db
    .updateTable('session')
    .set({ expiresAt: new Date(Date.now() + 86_400_000), updatedAt: longAgo })
    .execute()
  const here = at(await aServer({ SECRET: NEW, SECRET_PREVIOUS: OLD }, { database }), browser)
  expect(await findSessionEmail(here)).toBe('kai@example.org')
  expect(await findSessionEmail(at(await aServer({ SECRET: NEW }, { database }), here))).toBe(
    'kai@example.org',
  )
  await before.close()
})

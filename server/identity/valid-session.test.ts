import { createHmac } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { aServer, createSignedInBrowser, findSession } from '#tests/server/whole-server.ts'
import type { TestServer } from '#tests/server/whole-server.ts'
import { sessionCookieName } from './host-cookie.ts'
import { findSessionFromSignedCookie } from './find-session.ts'

let server: TestServer
beforeAll(async () => {
  server = await aServer()
})
afterAll(() => server.close())

function lookUp(...cookies: readonly string[]) {
  const { configuration, database } = server.context
  const headers = { cookie: cookies.join('; ') }
  const cookie = { name: sessionCookieName(configuration.origin), secret: configuration.secret }
  return findSessionFromSignedCookie(database.db, new Request(configuration.origin, { headers }), cookie)
}

test('a session is found by its signed cookie, as Better Auth finds it', async () => {
  const browser = await createSignedInBrowser(server, 'found@example.org')
  const { configuration, identity } = server.context
  const cookie = [...browser.cookies].map(([name, value]) => `${name}=${value}`)
  const found = await lookUp('language=en', ...cookie)
  expect(found?.user).toEqual(await findSession(browser))
  // With a second cookie of the name, even an empty one, Better Auth is asked.
  const twice = [...cookie, `x${sessionCookieName(configuration.origin)}=`].join('; ')
  const request = new Request(configuration.origin, { headers: { cookie: twice } })
  expect(await identity.findSession(request)).toEqual(found)
})

test('what is forged, doubled, expired or deleted is left to Better Auth', async () => {
  const browser = await createSignedInBrowser(server, 'left@example.org')
  const name = sessionCookieName(server.context.configuration.origin)
  const value = browser.cookies.get(name) ?? ''
  const decoded = decodeURIComponent(value)
  const token = decoded.slice(0, decoded.lastIndexOf('.'))
  const signedWith = (secret: string, signed = token) =>
    `${name}=${encodeURIComponent(`${signed}.${createHmac('sha256', secret).update(signed).digest('base64')}`)}`
  const { secret } = server.context.configuration

  expect(await lookUp(signedWith(secret))).not.toBeNull()
  const forged = [
    '',
    `${name}=`,
    `${name}=.`,
    `${name}=${token}`,
    `${name}=${token}.`,
    signedWith('another secret'),
  ]
  for (const cookie of [...forged, signedWith(secret, ''), signedWith(secret, 'unknown')])
    expect(await lookUp(cookie)).toBeNull()
  expect(await lookUp(`${name}=${value}`, `${name}=${value}`)).toBeNull()

  const { db } = server.context.database
  await sql`update session set "expiresAt" = now() - interval '1 second' where token = ${token}`.execute(db)
  expect(await lookUp(`${name}=${value}`)).toBeNull()
  await sql`update session set "expiresAt" = now() + interval '1 day' where token = ${token}`.execute(db)
  expect(await lookUp(`${name}=${value}`)).not.toBeNull()
  await db.deleteFrom('session').where('token', '=', token).execute()
  expect(await lookUp(`${name}=${value}`)).toBeNull()
})

import { afterAll, beforeAll, expect, test } from 'vitest'
import { completeProviderPages, startProviderSignIn } from './social-visit.ts'
import { aBrowser, aServer, findSessionEmail } from '#tests/server/whole-server.ts'
import type { TestServer } from '#tests/server/whole-server.ts'

let server: TestServer

beforeAll(async () => {
  server = await aServer()
})
afterAll(() => server.close())

test('[SS1] a second person signs in at the stand-in in the browser of the first', async () => {
  const jar = new Map<string, string>()
  for (const email of ['clara@example.org', 'robert@example.org', 'clara@example.org']) {
    const browser = aBrowser(server)
    await browser.get(
      await completeProviderPages(await startProviderSignIn(browser, 'google'), { email }, jar),
    )
    expect(await findSessionEmail(browser)).toBe(email)
  }
})

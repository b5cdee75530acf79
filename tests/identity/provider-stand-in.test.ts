import { afterAll, beforeAll, expect, test, vi } from 'vitest'
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

test('[SS1] errors of the stand-in show no stack, and its pages load nothing from other servers', async () => {
  const printed = [
    ...(['error', 'warn', 'info', 'log'] as const).map(level => vi.spyOn(console, level)),
    vi.spyOn(process.stderr, 'write'),
  ]
  const start = await startProviderSignIn(aBrowser(server), 'google')
  const { origin } = new URL(start)
  const page = async (path: string, init?: RequestInit) =>
    (await fetch(`${origin}${path}`, { ...init, headers: { accept: 'text/html' } })).text()

  const pages = [
    await (await fetch(start)).text(),
    await page('/auth'),
    await page('/auth?client_id=nobody'),
    await page('/auth/ran-out'),
    await page('/interaction/ran-out'),
    await page('/interaction/ran-out', { method: 'POST', body: new URLSearchParams({ answer: 'continue' }) }),
    await page('/session/end'),
    await page('/nowhere'),
  ]
  // Somebody closes the window while a page is on its way.
  const closing = new AbortController()
  const closed = fetch(start, { signal: closing.signal })
  closing.abort()
  await expect(closed).rejects.toThrow('aborted')
  pages.push(await page('/page.css'))

  for (const html of pages) expect(html).not.toMatch(/https?:\/\/(?!127\.0\.0\.1)|@import|<script/)
  for (const print of printed) expect(print).not.toHaveBeenCalled()
  vi.restoreAllMocks()
})

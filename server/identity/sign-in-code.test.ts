import { sql } from 'kysely'
import { afterAll, expect, test } from 'vitest'
import { aBrowser, requestSignInMail, aServer } from '#tests/server/whole-server.ts'
import type { TestBrowser } from '#tests/server/whole-server.ts'

const CONFIRM = '/api/v1/sign-in-links/confirm'
const MINUTE = 60_000
let people = 0

const server = await aServer()
afterAll(() => server.close())

test('[ID5] the code signs in in the browser that requested it, also typed with a space', async () => {
  const { email, browser, code } = await asked()
  const answer = await browser.post(CONFIRM, { email, code: `${code.slice(0, 3)} ${code.slice(3)}` })
  expect(await answer.json()).toMatchObject({ user: { email }, created: true })
  expect(await (await browser.get('/api/v1/session')).json()).toMatchObject({ user: { email } })
})

test('[ID5] the right code is refused in any other browser, and for any other address', async () => {
  const { email, browser, code } = await asked()
  const other = await asked()
  for (const stranger of [aBrowser(server), other.browser]) {
    expect((await stranger.post(CONFIRM, { email, code })).status).toBe(400)
  }
  expect((await browser.post(CONFIRM, { email: someone(), code })).status).toBe(400)
  expect((await browser.post(CONFIRM, { email, code })).status).toBe(200)
})

test('[ID5] the cookie that binds the code is HttpOnly and short-lived', async () => {
  const answer = await aBrowser(server).post('/api/v1/sign-in-links', { email: someone(), language: 'en' })
  const [cookie = ''] = answer.headers.getSetCookie()
  expect(cookie).toMatch(/^dacapo\.sign_in=[\w-]{43}; Max-Age=600; Path=\/; HttpOnly; SameSite=Lax$/)
})

test('[ID5] only the newest mail’s code is valid; older links still are', async () => {
  const { browser, code, token, email } = await asked()
  const newer = await requestSignInMail(server, browser, email)
  expect((await browser.post(CONFIRM, { email, code })).status).toBe(400)
  expect((await browser.post(CONFIRM, { email, code: newer.code })).status).toBe(200)
  expect((await aBrowser(server).post(CONFIRM, { email, token })).status).toBe(200)
})

test('[ID5] the code expires after 10 minutes, while the link still works', async () => {
  const late = await aServer()
  const browser = aBrowser(late)
  const email = 'kai@example.org'
  const { code, token } = await requestSignInMail(late, browser, email)
  late.pass(10 * MINUTE + 1)
  expect((await browser.post(CONFIRM, { email, code })).status).toBe(400)
  expect((await browser.post(CONFIRM, { email, token })).status).toBe(200)
  await late.close()
})

test('[ID5] the database contains neither the code nor the browser’s key', async () => {
  const { browser, code } = await asked()
  const { rows } = await sql`select c::text from sign_in_code c`.execute(server.context.database.db)
  expect(JSON.stringify(rows)).not.toContain(`,${code},`)
  for (const value of browser.cookies.values()) expect(JSON.stringify(rows)).not.toContain(value)
})

test('[ID2] redeeming the code uses up the link of the same mail', async () => {
  const { email, browser, code, token } = await asked()
  expect((await browser.post(CONFIRM, { email, code })).status).toBe(200)
  expect((await aBrowser(server).post(CONFIRM, { email, token })).status).toBe(400)
})

test('[ID2] redeeming the link uses up the code of the same mail, which only its browser hears, and only for the right code', async () => {
  const { email, browser, code, token } = await asked()
  expect((await aBrowser(server).post(CONFIRM, { email, token })).status).toBe(200)
  const [wrong = ''] = wrongCodes(code, 1)
  const answerTo = async (who: TestBrowser, tried: string) =>
    (await (await who.post(CONFIRM, { email, code: tried })).json()).code
  expect(await answerTo(browser, wrong)).toBe('link-invalid')
  expect(await answerTo(aBrowser(server), code)).toBe('link-invalid')
  for (const _ of [1, 2]) expect(await answerTo(browser, code)).toBe('link-used')
  expect(await (await browser.get('/api/v1/session')).json()).toMatchObject({ user: null })
})

async function asked(): Promise<{ email: string; browser: TestBrowser; token: string; code: string }> {
  const [email, browser] = [someone(), aBrowser(server)]
  const { token, code } = await requestSignInMail(server, browser, email)
  return { email, browser, token, code }
}

const someone = () => `someone-${(people += 1)}@example.org`

const wrongCodes = (code: string, count: number) =>
  Array.from({ length: count }, (_, index) => String((Number(code) + index + 1) % 1_000_000).padStart(6, '0'))

import { sql } from 'kysely'
import { afterAll, expect, test } from 'vitest'
import { hashLinkToken } from './better-auth.ts'
import { aBrowser, requestSignInMail, aServer, createSignedInBrowser } from '#tests/server/whole-server.ts'
import type { TestBrowser } from '#tests/server/whole-server.ts'

const CONFIRM = '/api/v1/sign-in-links/confirm'
let emailCount = 0

const server = await aServer()
afterAll(() => server.close())

test('[SG1] an address at a domain with an umlaut gets its mail and is one user in both spellings', async () => {
  const browser = aBrowser(server)
  const sent = await browser.post('/api/v1/sign-in-links', { email: 'Clara@MÜLLER.example', language: 'de' })
  expect(sent.status).toBe(204)
  const { token } = await requestSignInMail(server, browser, 'clara@xn--mller-kva.example')
  const answer = await browser.post(CONFIRM, { email: 'Clara@müller.example', token })
  expect(await answer.json()).toMatchObject({ user: { email: 'clara@xn--mller-kva.example' } })
})

test.each([
  ['', 'required'],
  ['a@b', 'too-short'],
  ['nobody', 'invalid'],
  ['a@b.de\r\nBcc: eve@example.org', 'invalid'],
  [`${'a'.repeat(250)}@example.org`, 'invalid'],
])('[SG1] %j is refused as %s', async (email, code) => {
  const answer = await aBrowser(server).post('/api/v1/sign-in-links', { email, language: 'en' })
  expect(answer.status).toBe(422)
  expect(await answer.json()).toMatchObject({ code: 'validation', errors: [{ field: 'email', code }] })
})

test('[ID2] the response is the same for known and unknown addresses', async () => {
  const known = newEmail()
  await createSignedInBrowser(server, known)
  const answers = await Promise.all(
    [known, newEmail()].map(async email => {
      const answer = await aBrowser(server).post('/api/v1/sign-in-links', { email, language: 'de' })
      return { status: answer.status, body: await answer.text(), names: [...answer.headers.keys()].sort() }
    }),
  )
  expect(answers[0]).toEqual(answers[1])
  expect(answers[0]?.status).toBe(204)
})

test('[ID2] sends one mail, with the link to /confirm', async () => {
  const email = newEmail()
  const { text } = await requestSignInMail(server, aBrowser(server), email)
  expect(text).toMatch(/^http:\/\/localhost:3000\/confirm\?token=[A-Za-z]{44}$/m)
  const { length } = await server.context.database.db
    .selectFrom('mailbox')
    .where('to_address', '=', email)
    .select('id')
    .execute()
  expect(length).toBe(1)
})

test('[ID3] a mail scanner that opens every address uses up nothing', async () => {
  const [email, browser] = [newEmail(), aBrowser(server)]
  const { token } = await requestSignInMail(server, browser, email)
  const scanner = aBrowser(server)
  for (const path of [
    `/confirm?token=${token}`,
    `${CONFIRM}?token=${token}&email=${email}`,
    `/api/auth/magic-link/verify?token=${token}`,
    `/api/auth/magic-link/verify?token=${encodeURIComponent(`${token}:${email}`)}`,
  ]) {
    expect((await scanner.get(path)).headers.getSetCookie()).toEqual([])
    await scanner.send(path, { method: 'HEAD' })
  }
  expect((await browser.post(CONFIRM, { email, token })).status).toBe(200)
})

test('[ID3] the link with another address neither signs in nor is used up', async () => {
  const [email, browser, thief] = [newEmail(), aBrowser(server), aBrowser(server)]
  const { token } = await requestSignInMail(server, browser, email)
  for (const wrong of [newEmail(), `x${email}`, `${email}:`, `a:${email}`]) {
    const answer = await thief.post(CONFIRM, { email: wrong, token })
    expect(answer.status).toBeOneOf([400, 422])
    expect(answer.headers.getSetCookie()).toEqual([])
  }
  expect((await browser.post(CONFIRM, { email, token })).status).toBe(200)
})

test('[ID39] whoever is signed in is told whether a link is theirs, or the masked address of whom it is for, and uses nothing up', async () => {
  const teacher = `teacher-${newEmail()}`
  const browser = await createSignedInBrowser(server, teacher)
  const pupil = newEmail()
  const { token } = await requestSignInMail(server, aBrowser(server), pupil)
  const own = await requestSignInMail(server, aBrowser(server), teacher)
  const ask = async (asking: TestBrowser, token: string) =>
    (await asking.post('/api/v1/sign-in-links/owner', { token })).json()
  expect(await ask(browser, token)).toEqual({ email: 's…@example.org', isYours: false })
  expect(await ask(browser, own.token)).toEqual({ email: 't…@example.org', isYours: true })
  expect(await ask(browser, 'a'.repeat(44))).toMatchObject({ code: 'link-invalid' })
  expect(await ask(aBrowser(server), token)).toMatchObject({ code: 'signed-out' })
  expect((await aBrowser(server).post(CONFIRM, { email: pupil, token })).status).toBe(200)
  expect(await ask(browser, token)).toMatchObject({ code: 'link-invalid' })
})

test('[ID3] a link is valid for 15 minutes', async () => {
  const [email, browser] = [newEmail(), aBrowser(server)]
  const { token } = await requestSignInMail(server, browser, email)
  const { db } = server.context.database
  const { expiresAt, identifier } = await db
    .selectFrom('verification')
    .selectAll()
    .where('identifier', '=', hashLinkToken(token))
    .executeTakeFirstOrThrow()
  const minutes = (expiresAt.getTime() - Date.now()) / 60_000
  expect(minutes).toBeGreaterThan(14.5)
  expect(minutes).toBeLessThanOrEqual(15)
  await db
    .updateTable('verification')
    .set({ expiresAt: sql<Date>`now() - interval '1 second'` })
    .where('identifier', '=', identifier)
    .execute()
  expect((await browser.post(CONFIRM, { email, token })).status).toBe(400)
})

test('[ID3] the database contains only a hash of the link', async () => {
  const email = newEmail()
  const { token } = await requestSignInMail(server, aBrowser(server), email)
  const { rows } =
    await sql`select v::text from verification v union all select c::text from sign_in_code c`.execute(
      server.context.database.db,
    )
  expect(JSON.stringify(rows)).toContain(hashLinkToken(token))
  expect(JSON.stringify(rows)).not.toContain(token)
})

test.each([
  [{ email: 'kai@example.org' }],
  [{ email: 'kai@example.org', token: 'a', code: '123456' }],
  [{ email: 'kai@example.org', token: { $ne: '' } }],
  [{ email: 'kai@example.org', token: 'a'.repeat(201) }],
  [null],
])('[ID3] %j is no confirmation', async body => {
  expect((await aBrowser(server).post(CONFIRM, body)).status).toBe(422)
})

test('[ID12] a mail that cannot be sent is an error and does not count against the limit', async () => {
  let working = false
  const mailer = {
    send: async () =>
      working ? ({ kind: 'sent' } as const) : ({ kind: 'failed', because: 'unreachable' } as const),
  }
  const failing = await aServer({ LIMITS: 'mailsPerEmail=1' }, { mailer })
  const ask = () =>
    aBrowser(failing).post('/api/v1/sign-in-links', { email: 'kai@example.org', language: 'en' })
  for (const _ of [1, 2, 3]) {
    const answer = await ask()
    expect(answer.status).toBe(502)
    expect(await answer.json()).toMatchObject({ code: 'mail-failed' })
    expect(answer.headers.getSetCookie()).toEqual([])
  }
  working = true
  expect((await ask()).status).toBe(204)
  expect((await ask()).status).toBe(429)
  await failing.close()
})

test('[ID12] a slow mail server is not waited for, and a mail that fails later does not count', async () => {
  const failed = Promise.withResolvers<{ kind: 'failed'; because: 'time-out' }>()
  const slow = await aServer({ LIMITS: 'mailsPerEmail=2' }, { mailer: { send: () => failed.promise } })
  const ask = () => aBrowser(slow).post('/api/v1/sign-in-links', { email: 'kai@example.org', language: 'en' })
  expect((await ask()).status).toBe(204)
  expect((await ask()).status).toBe(204)
  failed.resolve({ kind: 'failed', because: 'time-out' })
  await expect.poll(async () => (await ask()).status).toBe(502)
  await slow.close()
})

const newEmail = () => `someone-${(emailCount += 1)}@example.org`

test('[ID5] the code signs in in the browser that requested it, also typed with a space', async () => {
  const { email, browser, code } = await getCode()
  const answer = await browser.post(CONFIRM, { email, code: `${code.slice(0, 3)} ${code.slice(3)}` })
  expect(await answer.json()).toMatchObject({ user: { email }, created: true })
  expect(await (await browser.get('/api/v1/session')).json()).toMatchObject({ user: { email } })
})

test('[ID5] the right code is refused in any other browser, and for any other address', async () => {
  const { email, browser, code } = await getCode()
  const other = await getCode()
  for (const stranger of [aBrowser(server), other.browser]) {
    expect((await stranger.post(CONFIRM, { email, code })).status).toBe(400)
  }
  expect((await browser.post(CONFIRM, { email: newEmail(), code })).status).toBe(400)
  expect((await browser.post(CONFIRM, { email, code })).status).toBe(200)
})

test('[ID5] the cookie that binds the code is HttpOnly and short-lived', async () => {
  const answer = await aBrowser(server).post('/api/v1/sign-in-links', { email: newEmail(), language: 'en' })
  const [cookie = ''] = answer.headers.getSetCookie()
  expect(cookie).toMatch(/^dacapo\.sign_in=[\w-]{43}; Max-Age=600; Path=\/; HttpOnly; SameSite=Lax$/)
})

test('[ID5] only the newest mail’s code is valid; older links still are', async () => {
  const { browser, code, token, email } = await getCode()
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
  late.pass(10 * 60_000 + 1)
  expect((await browser.post(CONFIRM, { email, code })).status).toBe(400)
  expect((await browser.post(CONFIRM, { email, token })).status).toBe(200)
  await late.close()
})

test('[ID5] the database contains neither the code nor the browser’s key', async () => {
  const { browser, code } = await getCode()
  const { rows } = await sql`select c::text from sign_in_code c`.execute(server.context.database.db)
  expect(JSON.stringify(rows)).not.toContain(`,${code},`)
  for (const value of browser.cookies.values()) expect(JSON.stringify(rows)).not.toContain(value)
})

test('[ID2] redeeming the code uses up the link of the same mail', async () => {
  const { email, browser, code, token } = await getCode()
  expect((await browser.post(CONFIRM, { email, code })).status).toBe(200)
  expect((await aBrowser(server).post(CONFIRM, { email, token })).status).toBe(400)
})

test('[ID2] redeeming the link uses up the code of the same mail, which only its browser hears, and only for the right code', async () => {
  const { email, browser, code, token } = await getCode()
  expect((await aBrowser(server).post(CONFIRM, { email, token })).status).toBe(200)
  const wrong = String((Number(code) + 1) % 1_000_000).padStart(6, '0')
  const answerTo = async (who: TestBrowser, tried: string) =>
    (await (await who.post(CONFIRM, { email, code: tried })).json()).code
  expect(await answerTo(browser, wrong)).toBe('link-invalid')
  expect(await answerTo(aBrowser(server), code)).toBe('link-invalid')
  for (const _ of [1, 2]) expect(await answerTo(browser, code)).toBe('link-used')
  expect(await (await browser.get('/api/v1/session')).json()).toMatchObject({ user: null })
})

async function getCode(): Promise<{ email: string; browser: TestBrowser; token: string; code: string }> {
  const [email, browser] = [newEmail(), aBrowser(server)]
  const { token, code } = await requestSignInMail(server, browser, email)
  return { email, browser, token, code }
}

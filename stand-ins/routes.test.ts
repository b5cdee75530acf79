import { afterAll, expect, test } from 'vitest'
import { PRODUCTION_ENVIRONMENT } from '#tests/server/production-settings.ts'
import { aBrowser, aServer, createSignedInBrowser } from '#tests/server/whole-server.ts'

const PATH = '/dev/musician'

const server = await aServer()
afterAll(() => server.close())

test('[CF5] an account gets a name, a picture and Pro, each alone, and Pro is taken from it again', async () => {
  const email = 'clara@example.org'
  const browser = await createSignedInBrowser(server, email)
  const session = async () => (await browser.get('/api/v1/session')).json()
  const give = async (what: object) => (await browser.post(server.dev(PATH), { email, ...what })).status

  expect(await give({ name: 'Clara Wieck', image: '/picture.jpg' })).toBe(204)
  const profile = { name: 'Clara Wieck', image: '/picture.jpg' }
  expect(await session()).toMatchObject({ user: profile, stripeRole: null })
  expect(await give({ plan: 'pro' })).toBe(204)
  expect(await give({ plan: 'pro' })).toBe(204)
  expect(await session()).toMatchObject({ user: profile, stripeRole: 'pro' })
  expect(await give({ plan: 'free', image: null })).toBe(204)
  expect(await session()).toMatchObject({ user: { ...profile, image: null }, stripeRole: null })
})

test('[CF5] in production nobody gets Pro this way', async () => {
  const production = await aServer(PRODUCTION_ENVIRONMENT)
  const answer = await aBrowser(production).post(production.dev(PATH), {
    email: 'kai@example.org',
    plan: 'pro',
  })
  expect(answer.status).toBe(404)
  expect(await answer.json()).toMatchObject({ code: 'not-found' })
  await production.close()
})

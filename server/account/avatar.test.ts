import { randomUUID } from 'node:crypto'
import { afterAll, expect, test } from 'vitest'
import { SOCIAL_PROVIDERS, type SocialProvider } from '#core/protocol/sign-in.ts'
import { renderSolidColorPicture } from '#stand-ins/oidc/stand-in-picture.ts'
import { signInWithProvider, type ProviderProfile } from '#tests/identity/provider-sign-in.ts'
import {
  aBrowser,
  aServer,
  createSignedInBrowser,
  findSession,
  type TestBrowser,
} from '#tests/server/whole-server.ts'
import { copyAvatarFromProvider } from './avatar.ts'

const AVATAR_URL = /^\/api\/v1\/account\/avatar\?picture=[\w-]{43}$/

const server = await aServer({ LIMITS: 'socialSignInsPerClient=100' })
afterAll(() => server.close())

test.each(SOCIAL_PROVIDERS)(
  '[AV1] fetches the picture of %s and serves it from our server',
  async provider => {
    const { browser, image } = await signInWith('blue', provider)
    expect(image).toMatch(AVATAR_URL)
    expect(await fetchBytes(browser, image)).toEqual(pictureBytes('blue'))
  },
)

test('[AV1] a slow picture does not delay the sign-in', async () => {
  const browser = aBrowser(server)
  await signInWithProvider(browser, 'google', { email: randomEmail(), picture: 'slow' })
  expect((await findSession(browser)).image).toBeNull()
  await expect.poll(async () => (await findSession(browser)).image).toMatch(AVATAR_URL)
})

test('[AV1] a new picture at a later sign-in replaces the old one, under another address', async () => {
  const { browser, email, image } = await signInWith('blue')
  await signInWithProvider(browser, 'google', { email, picture: 'red' })
  await expect.poll(async () => (await findSession(browser)).image).not.toBe(image)
  expect(await fetchBytes(browser, String((await findSession(browser)).image))).toEqual(pictureBytes('red'))
})

test('[AV1] a sign-in without a picture, or with a failed download, keeps the previous one', async () => {
  const { browser, email, image } = await signInWith('blue')
  await signInWithProvider(browser, 'google', { email, picture: '' })
  expect((await findSession(browser)).image).toBe(image)
  const logCount = server.logged.length
  await signInWithProvider(browser, 'google', { email, picture: 'broken' })
  await expect.poll(() => server.logged.slice(logCount).join('')).toContain('"because":"answer"')
  expect((await findSession(browser)).image).toBe(image)
})

test('[AV1] stores nothing for a user who was deleted meanwhile', async () => {
  const { address } = await signInWith('blue')
  await copyAvatarFromProvider(server.context, 'nobody', address)
  const stored = server.context.database.db.selectFrom('avatar').where('user_id', '=', 'nobody')
  expect(await stored.selectAll().execute()).toEqual([])
})

test('[AV7] serves the picture to its owner only, as what cannot run scripts and is not cached by proxies', async () => {
  const { browser, image } = await signInWith('blue')
  expect(Object.fromEntries((await browser.get(image)).headers)).toMatchObject({
    'content-type': 'image/png',
    'x-content-type-options': 'nosniff',
    'content-security-policy': "default-src 'none'; sandbox",
    'cross-origin-resource-policy': 'same-origin',
    'cache-control': 'no-store',
  })
  const stranger = await createSignedInBrowser(server, randomEmail())
  expect((await stranger.get(image)).status).toBe(404)
  expect((await aBrowser(server).get(image)).status).toBe(401)
  expect((await browser.post('/api/v1/sign-out')).status).toBe(204)
  expect((await browser.get(image)).status).toBe(401)
})

async function signInWith(picture: ProviderProfile['picture'] & string, provider: SocialProvider = 'google') {
  const browser = aBrowser(server)
  const email = randomEmail()
  await signInWithProvider(browser, provider, { email, picture })
  await expect.poll(async () => (await findSession(browser)).image).not.toBeNull()
  const { image } = await findSession(browser)
  return { browser, email, image: String(image), address: await standInAddress(picture) }
}

/** The stand-in's port is random, and only the address of its sign-in page tells it. */
async function standInAddress(picture: string): Promise<string> {
  const answer = await aBrowser(server).post('/api/auth/sign-in/social', {
    provider: 'google',
    way: 'popup',
    attempt: randomUUID(),
  })
  const { url }: { url: string } = await answer.json()
  return new URL(`/pictures/${picture}`, url).href
}

async function fetchBytes(browser: TestBrowser, path: string): Promise<Buffer> {
  return Buffer.from(await (await browser.get(path)).arrayBuffer())
}

function pictureBytes(name: string): Buffer {
  const picture = renderSolidColorPicture(name)
  if (picture === null) throw new Error(`no picture ${name}`)
  return picture
}

const randomEmail = () => `clara-${randomUUID().slice(0, 8)}@example.org`

import { randomUUID } from 'node:crypto'
import type { SocialProvider, SocialSignInMode } from '#core/protocol/social-provider.ts'
import type { TestBrowser } from '#tests/server/whole-server.ts'

/** Who somebody says they are at the provider that stands in, and what they press. */
export type ProviderProfile = {
  email?: string
  name?: string
  address?: 'verified' | 'unverified' | 'none'
  answer?: 'continue' | 'cancel' | 'fail'
  picture?: 'blue' | 'red' | 'slow' | 'broken' | ''
}

/** Asks our server where to go for a sign-in. */
export async function startAt(
  browser: TestBrowser,
  provider: SocialProvider,
  way: SocialSignInMode = 'popup',
) {
  const answer = await browser.post('/api/auth/sign-in/social', { provider, way, attempt: randomUUID() })
  if (answer.status !== 200) throw new Error(`not started: ${answer.status} ${await answer.text()}`)
  const { url }: { url: string } = await answer.json()
  return url
}

/** Goes through the provider's pages, with its cookies; the path of ours to which it sends the browser back. */
export async function presentAt(
  url: string,
  presenting: ProviderProfile,
  jar = new Map<string, string>(),
): Promise<string> {
  const { email = '', name = 'Clara', address = 'verified', answer = 'continue', picture = '' } = presenting
  async function ask(at: string, form?: URLSearchParams): Promise<string> {
    const cookie = [...jar].map(([key, value]) => `${key}=${value}`).join('; ')
    const init = { redirect: 'manual', headers: { cookie } } as const
    const response = await fetch(at, form === undefined ? init : { ...init, method: 'POST', body: form })
    for (const set of response.headers.getSetCookie()) {
      const [pair = ''] = set.split(';')
      jar.set(pair.slice(0, pair.indexOf('=')), pair.slice(pair.indexOf('=') + 1))
    }
    const location = response.headers.get('location')
    if (location === null) throw new Error(`${response.status} at ${at}: ${await response.text()}`)
    return new URL(location, at).href
  }
  const interaction = await ask(url)
  const resumed = await ask(interaction, new URLSearchParams({ email, name, address, answer, picture }))
  const back = new URL(await ask(resumed))
  return `${back.pathname}${back.search}`
}

/** A whole sign-in; the address of ours with which it ends. */
export async function signInWithProvider(
  browser: TestBrowser,
  provider: SocialProvider,
  presenting: ProviderProfile,
  way: SocialSignInMode = 'popup',
): Promise<URL> {
  const back = await presentAt(await startAt(browser, provider, way), presenting)
  return whereTo(await browser.get(back))
}

/** Where an answer sends the browser. */
export function whereTo(answer: Response): URL {
  const location = answer.headers.get('location')
  if (location === null) throw new Error(`no redirect but ${answer.status}`)
  return new URL(location, 'http://ours')
}

const SIGN_INS = '/api/v1/sign-ins'

/** What this browser may connect to whoever is signed in; null for nothing. */
export async function pendingIn(
  browser: TestBrowser,
): Promise<{ key: string; provider: SocialProvider; email: string | null } | null> {
  return (await (await browser.get(SIGN_INS)).json()).pending
}

/** The ways in which whoever is signed in signs in, in their order. */
export async function signInsOf(browser: TestBrowser): Promise<string[]> {
  const { signIns } = await (await browser.get(SIGN_INS)).json()
  return signIns.map(({ provider }: { provider: string }) => provider)
}

/** Says yes to what this browser is asked. */
export async function connectPending(browser: TestBrowser): Promise<Response> {
  return browser.post(SIGN_INS, { key: (await pendingIn(browser))?.key ?? 'nothing' })
}

/** Visits a provider from the account screen; the address of ours with which it ends. */
export async function visitAt(
  browser: TestBrowser,
  provider: SocialProvider,
  presenting: ProviderProfile,
  way: SocialSignInMode = 'popup',
): Promise<URL> {
  const answer = await browser.post(`${SIGN_INS}/${provider}`, { way, attempt: randomUUID() })
  if (answer.status !== 200) throw new Error(`not begun: ${answer.status} ${await answer.text()}`)
  const { url }: { url: string } = await answer.json()
  return whereTo(await browser.get(await presentAt(url, presenting)))
}

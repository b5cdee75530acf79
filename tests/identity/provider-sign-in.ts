import { randomUUID } from 'node:crypto'
import type { SocialProvider } from '#core/protocol/sign-in.ts'
import type { TestBrowser } from '#tests/server/whole-server.ts'

export type ProviderProfile = {
  email?: string
  name?: string
  address?: 'verified' | 'unverified' | 'none'
  answer?: 'continue' | 'cancel' | 'fail'
  picture?: 'blue' | 'red' | 'slow' | 'broken' | ''
}

export async function startProviderSignIn(browser: TestBrowser, provider: SocialProvider) {
  const body = { provider, way: 'popup', attempt: randomUUID() }
  const answer = await browser.post('/api/auth/sign-in/social', body)
  if (answer.status !== 200) throw new Error(`not started: ${answer.status} ${await answer.text()}`)
  const { url }: { url: string } = await answer.json()
  return url
}

/** Completes the pages of the provider stand-in. Returns the path of the callback to which it redirects the browser. */
export async function completeProviderPages(url: string, profile: ProviderProfile): Promise<string> {
  const jar = new Map<string, string>()
  const { email = '', name = 'Clara', address = 'verified', answer = 'continue', picture = '' } = profile
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
  const form = new URLSearchParams({ email, name, address, answer, picture })
  const back = new URL(await ask(interaction, form))
  return `${back.pathname}${back.search}`
}

export async function signInWithProvider(
  browser: TestBrowser,
  provider: SocialProvider,
  profile: ProviderProfile,
) {
  const back = await completeProviderPages(await startProviderSignIn(browser, provider), profile)
  return outcomeOf(await browser.get(back))
}

/** Returns the outcome in the redirect of a callback: to the last page of the popup or to the sign-in screen. */
export function outcomeOf(answer: Response): string | null {
  const { searchParams } = new URL(answer.headers.get('location') ?? '', 'http://ours')
  return searchParams.get('outcome') ?? searchParams.get('social')
}

const SIGN_INS = '/api/v1/sign-ins'

export async function listSignInMethods(browser: TestBrowser): Promise<string[]> {
  const { signIns } = await (await browser.get(SIGN_INS)).json()
  return signIns.map(({ provider }: { provider: string }) => provider)
}

export async function connectFromAccountScreen(
  browser: TestBrowser,
  provider: SocialProvider,
  profile: ProviderProfile,
  language = 'en',
) {
  const path = `${SIGN_INS}/${provider}?language=${language}`
  const answer = await browser.post(path, { way: 'popup', attempt: randomUUID() })
  if (answer.status !== 200) throw new Error(`not begun: ${answer.status} ${await answer.text()}`)
  const { url }: { url: string } = await answer.json()
  return outcomeOf(await browser.get(await completeProviderPages(url, profile)))
}

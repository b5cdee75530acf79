import { randomUUID } from 'node:crypto'
import type { SocialProvider, SocialWay } from '#core/social-provider.ts'
import type { Browser } from './whole-server.ts'

/** Who somebody says they are at the provider that stands in, and what they press. */
export type Presenting = {
  email?: string
  name?: string
  address?: 'verified' | 'unverified' | 'none'
  answer?: 'continue' | 'cancel' | 'fail'
  picture?: 'blue' | 'red' | 'slow' | 'broken' | ''
}

/** Asks our server where to go for a sign-in. */
export async function startAt(browser: Browser, provider: SocialProvider, way: SocialWay = 'popup') {
  const answer = await browser.post('/api/auth/sign-in/social', { provider, way, attempt: randomUUID() })
  if (answer.status !== 200) throw new Error(`not started: ${answer.status} ${await answer.text()}`)
  const { url }: { url: string } = await answer.json()
  return url
}

/** Goes through the provider's pages; the path of ours to which it sends the browser back. */
export async function presentAt(url: string, presenting: Presenting): Promise<string> {
  const { email = '', name = 'Clara', address = 'verified', answer = 'continue', picture = '' } = presenting
  const jar = new Map<string, string>()
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
export async function signInAt(
  browser: Browser,
  provider: SocialProvider,
  presenting: Presenting,
  way: SocialWay = 'popup',
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

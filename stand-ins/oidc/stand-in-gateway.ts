import { AsyncLocalStorage } from 'node:async_hooks'
import type { Configuration } from '#server/settings/configuration.ts'
import type { ProviderGateway } from '#server/identity/social-sign-in.ts'
import { startProviderStandIn } from './provider.ts'

/**
 * Redirects requests to Google, Facebook and X to one local provider. Replaces only the addresses, so that tests run
 * the production code (rule SS1). Throws in production.
 */
export async function createStandInGateway({
  production,
  origin,
  social,
}: Configuration): Promise<ProviderGateway> {
  if (production) throw new Error('A stand-in for providers is for development machines only')
  const { base } = await startProviderStandIn(origin, social)
  return {
    authorizationUrl: async url => mapped(url, base) ?? url,
    callProvider(call) {
      divertFetch()
      return diverted.run(base, call)
    },
  }
}

const ADDRESSES: readonly (readonly [theirs: string, ours: string])[] = [
  ['https://accounts.google.com/o/oauth2/v2/auth', '/auth'],
  ['https://oauth2.googleapis.com/token', '/token'],
  ['https://www.facebook.com/v24.0/dialog/oauth', '/auth'],
  ['https://graph.facebook.com/v24.0/oauth/access_token', '/token'],
  ['https://graph.facebook.com/debug_token', '/graph/debug_token'],
  ['https://graph.facebook.com/me', '/graph/me'],
  ['https://x.com/i/oauth2/authorize', '/auth'],
  ['https://api.x.com/2/oauth2/token', '/token'],
  ['https://api.x.com/2/users/me', '/x/2/users/me'],
]

function mapped(url: string, base: string): string | null {
  const { origin, pathname, search } = new URL(url)
  const found = ADDRESSES.find(([theirs]) => theirs === `${origin}${pathname}`)
  return found === undefined ? null : `${base}${found[1]}${search}`
}

const diverted = new AsyncLocalStorage<string>()
let isDiverted = false

function divertFetch(): void {
  if (isDiverted) return
  isDiverted = true
  const fetchOutside = globalThis.fetch
  globalThis.fetch = async (input, init) => {
    const base = diverted.getStore()
    if (base === undefined) return fetchOutside(input, init)
    const address = input instanceof Request ? input.url : String(input)
    const url = mapped(address, base)
    // A sign-in on a development machine must never send a request to the internet.
    if (url === null) throw new Error('The stand-in knows no such address')
    return fetchOutside(input instanceof Request ? new Request(url, input) : url, init)
  }
}

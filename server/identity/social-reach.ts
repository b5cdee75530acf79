import type { Configuration } from '#server/configuration.ts'
import { hasStandInProviders, socialClientsOf } from './social-settings.ts'

/** How the providers are reached: where a browser is sent, and what becomes of our own calls to them. */
export type SocialReach = {
  /** The address to send the browser to, in place of the provider's own. */
  pageFor: (url: string) => Promise<string>
  /** Runs a call that asks a provider. */
  within: <Result>(call: () => Promise<Result>) => Promise<Result>
}

/** The providers themselves; on a development machine without keys the one that stands in, loaded at its first use. */
export function socialReach(configuration: Configuration): SocialReach {
  if (!hasStandInProviders(configuration)) return { pageFor: async url => url, within: call => call() }
  const load = async () => {
    const { standInReach } = await import('#server/stand-ins/oidc/stand-in-reach.ts')
    return standInReach(configuration, socialClientsOf(configuration))
  }
  let loading: Promise<SocialReach> | null = null
  const standIn = () => (loading ??= load())
  return {
    pageFor: async url => (await standIn()).pageFor(url),
    within: async call => (await standIn()).within(call),
  }
}

import type { Configuration } from '#server/settings/configuration.ts'
import type { OAuthClients } from '#server/settings/social-settings.ts'
import { usesStandInSocialProviders, activeOAuthClients } from '#server/settings/social-settings.ts'

/**
 * Functions that send browser redirects and server requests to the social sign-in providers or, on a development
 * machine, to a local replacement of them.
 */
export type ProviderGateway = {
  /** Returns the URL to which the browser is redirected, given the URL of the provider's page. */
  authorizationUrl: (url: string) => Promise<string>
  /**
   * Runs a function that sends requests to a provider, and returns its result. On a development machine, the local
   * replacement receives these requests.
   */
  callProvider: <Result>(call: () => Promise<Result>) => Promise<Result>
}

/**
 * Function that starts the local stand-in for the social sign-in providers and returns the gateway that sends requests
 * to it.
 */
export type StartProviderStandIn = (
  configuration: Configuration,
  clients: OAuthClients,
) => Promise<ProviderGateway>

/**
 * Creates the gateway to the real social sign-in providers. On a development machine without provider keys, creates
 * the gateway to the local stand-in, which is started when it is first used.
 */
export function createProviderGateway(
  configuration: Configuration,
  startProviderStandIn: StartProviderStandIn | null,
): ProviderGateway {
  if (startProviderStandIn === null || !usesStandInSocialProviders(configuration))
    return { authorizationUrl: async url => url, callProvider: call => call() }
  const load = () => startProviderStandIn(configuration, activeOAuthClients(configuration))
  let loading: Promise<ProviderGateway> | null = null
  const standIn = () => (loading ??= load())
  return {
    authorizationUrl: async url => (await standIn()).authorizationUrl(url),
    callProvider: async call => (await standIn()).callProvider(call),
  }
}

import type { Configuration } from '#server/settings/configuration.ts'
import type { OAuthClients } from '#server/settings/social-settings.ts'
import { usesStandInProviders, activeOAuthClients } from '#server/settings/social-settings.ts'

/**
 * The connection to the social sign-in providers, for redirects of the browser and for the server's own requests. A
 * development machine uses a local replacement instead.
 */
export type ProviderGateway = {
  /** Returns the address to redirect the browser to instead of the provider's own. */
  authorizationUrl: (url: string) => Promise<string>
  /** Runs a call that sends requests to a provider. */
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
 * Creates the connection to the real social sign-in providers. On a development machine without provider keys, connects
 * to the local stand-in, which is started when it is first used.
 */
export function createProviderGateway(
  configuration: Configuration,
  startProviderStandIn: StartProviderStandIn | null,
): ProviderGateway {
  if (startProviderStandIn === null || !usesStandInProviders(configuration))
    return { authorizationUrl: async url => url, callProvider: call => call() }
  const load = () => startProviderStandIn(configuration, activeOAuthClients(configuration))
  let loading: Promise<ProviderGateway> | null = null
  const standIn = () => (loading ??= load())
  return {
    authorizationUrl: async url => (await standIn()).authorizationUrl(url),
    callProvider: async call => (await standIn()).callProvider(call),
  }
}

import { createHmac } from 'node:crypto'
import { SOCIAL_PROVIDERS } from '#core/protocol/social-provider.ts'
import type { SocialProvider } from '#core/protocol/social-provider.ts'
import type { Environment } from './environment.ts'

/** The id and secret with which this server identifies itself to a social sign-in provider. */
export type OAuthClient = { clientId: string; clientSecret: string }

/** The OAuth clients, one for each configured social sign-in provider. */
export type OAuthClients = Partial<Record<SocialProvider, OAuthClient>>

/** Returns the OAuth clients of the configured social sign-in providers. */
export function parseOAuthClients(environment: Environment): OAuthClients {
  const { GOOGLE_CLIENT: google, FACEBOOK_CLIENT: facebook, TWITTER_CLIENT: twitter } = environment
  return { ...(google && { google }), ...(facebook && { facebook }), ...(twitter && { twitter }) }
}

/** The settings that decide which providers are offered. */
type ProviderSettings = { production: boolean; social: OAuthClients; secret: string }

/**
 * Returns true if one local OpenID provider replaces all social sign-in providers. This is the case on a development
 * machine without keys for any provider (D8).
 */
export const usesStandInSocialProviders = ({ production, social }: ProviderSettings) =>
  !production && Object.keys(social).length === 0

/**
 * Returns the OAuth clients in use: the configured ones or, on a development machine without provider keys, those of
 * the local stand-in.
 */
export function activeOAuthClients(configuration: ProviderSettings): OAuthClients {
  return usesStandInSocialProviders(configuration)
    ? standInClients(configuration.secret)
    : configuration.social
}

// Derived from our own secret, so that no other program on this machine can pose as this server.
function standInClients(secret: string): OAuthClients {
  const secretFor = (name: SocialProvider) =>
    createHmac('sha256', secret).update(`provider stand-in ${name}`).digest('hex')
  return Object.fromEntries(
    SOCIAL_PROVIDERS.map(name => [name, { clientId: `stand-in-for-${name}`, clientSecret: secretFor(name) }]),
  )
}

/** Returns the social sign-in providers that users can sign in with, in the order of their buttons. */
export function offeredProviders(configuration: ProviderSettings): SocialProvider[] {
  const clients = activeOAuthClients(configuration)
  return SOCIAL_PROVIDERS.filter(name => clients[name] !== undefined)
}

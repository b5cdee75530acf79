import { createHmac } from 'node:crypto'
import { SOCIAL_PROVIDERS } from '#core/social-provider.ts'
import type { SocialProvider } from '#core/social-provider.ts'
import type { Configuration } from '#server/configuration.ts'
import type { Environment } from '#server/environment.ts'

/** As what we are known to a provider. */
export type SocialClient = { clientId: string; clientSecret: string }

export type SocialClients = Partial<Record<SocialProvider, SocialClient>>

/** The providers whose keys are set. That id and secret come together, has been checked. */
export function socialClientsIn(environment: Environment): SocialClients {
  const given: Record<SocialProvider, [string | undefined, string | undefined]> = {
    google: [environment.GOOGLE_CLIENT_ID, environment.GOOGLE_CLIENT_SECRET],
    facebook: [environment.FACEBOOK_CLIENT_ID, environment.FACEBOOK_CLIENT_SECRET],
    twitter: [environment.TWITTER_CLIENT_ID, environment.TWITTER_CLIENT_SECRET],
  }
  const clients: SocialClients = {}
  for (const name of SOCIAL_PROVIDERS) {
    const [clientId, clientSecret] = given[name]
    if (clientId !== undefined && clientSecret !== undefined) clients[name] = { clientId, clientSecret }
  }
  return clients
}

/** True where no provider is set up and one on this machine stands in for all of them (D8). */
export const hasStandInProviders = ({ standIns, social }: Configuration) =>
  standIns && Object.keys(social).length === 0

/** Who can be signed in with here, and as what we are known to them. */
export function socialClientsOf(configuration: Configuration): SocialClients {
  return hasStandInProviders(configuration) ? standInClients(configuration.secret) : configuration.social
}

// From our own secret: no other program on this machine can play us.
function standInClients(secret: string): SocialClients {
  const secretFor = (name: SocialProvider) =>
    createHmac('sha256', secret).update(`provider stand-in ${name}`).digest('hex')
  return Object.fromEntries(
    SOCIAL_PROVIDERS.map(name => [name, { clientId: `stand-in-for-${name}`, clientSecret: secretFor(name) }]),
  )
}

/** The providers with a button, in the order of the buttons. */
export function offeredProviders(configuration: Configuration): SocialProvider[] {
  const clients = socialClientsOf(configuration)
  return SOCIAL_PROVIDERS.filter(name => clients[name] !== undefined)
}

// oxlint-disable-next-line typescript/triple-slash-reference -- types of a package cannot be imported where it has none
/// <reference path="./oidc-provider.d.ts" />
import { generateKeyPairSync, randomBytes } from 'node:crypto'
import Provider, { interactionPolicy } from 'oidc-provider'
import type { Ctx, ErrorCtx } from 'oidc-provider'
import type { OAuthClient } from '#server/settings/social-settings.ts'
import { renderFailurePage } from './interaction-page.ts'
import { createMemoryAdapter } from './memory-adapter.ts'
import type { StandInPeople } from './people.ts'

/** The scopes that Google, Facebook and X are asked for. */
const SCOPES = [
  'openid',
  'email',
  'profile',
  'public_profile',
  'users.read',
  'tweet.read',
  'offline.access',
  'users.email',
]

/** An OAuth client, such as the app's server, that is registered at the stand-in for the social sign-in providers. */
export type OAuthClientRegistration = OAuthClient & { redirectUri: string; basicAuthentication: boolean }

/**
 * Creates an OpenID provider that accepts the given clients. It checks nothing that people enter about themselves,
 * because it is only for development and tests.
 */
export function createOpenIdProvider(
  issuer: string,
  clients: readonly OAuthClientRegistration[],
  people: StandInPeople,
): Provider {
  const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const policy = interactionPolicy.base()
  const { Check } = interactionPolicy
  // Developers want to choose a person at every sign-in.
  const always = new Check('always_asks', 'this stand-in always asks', ({ oidc }) =>
    oidc.result?.login === undefined ? Check.REQUEST_PROMPT : Check.NO_NEED_TO_PROMPT,
  )
  policy.get('login').checks.add(always)

  const provider = new Provider(issuer, {
    adapter: createMemoryAdapter(),
    clients: clients.map(({ clientId, clientSecret, redirectUri, basicAuthentication }) => ({
      client_id: clientId,
      client_secret: clientSecret,
      redirect_uris: [redirectUri],
      grant_types: ['authorization_code'],
      response_types: ['code'],
      token_endpoint_auth_method: basicAuthentication ? 'client_secret_basic' : 'client_secret_post',
      id_token_signed_response_alg: 'ES256',
    })),
    claims: {
      openid: ['sub'],
      email: ['email', 'email_verified'],
      profile: ['name', 'picture'],
    },
    // Google puts these claims into the id token, where our client reads them.
    conformIdTokenClaims: false,
    scopes: SCOPES,
    cookies: { keys: [randomBytes(24).toString('hex')] },
    jwks: { keys: [{ ...privateKey.export({ format: 'jwk' }), use: 'sig', alg: 'ES256' }] },
    // The package's own pages load a font from another server.
    features: { devInteractions: { enabled: false }, rpInitiatedLogout: { enabled: false } },
    async renderError(ctx: ErrorCtx, { error }: { error: string }) {
      ctx.set('content-security-policy', "default-src 'none'; style-src 'self'; img-src data:")
      ctx.type = 'html'
      ctx.body = String(await renderFailurePage(error))
    },
    // The stand-in requires no PKCE because our client for Facebook uses none.
    pkce: { required: () => false },
    ttl: {
      AccessToken: 3600,
      AuthorizationCode: 60,
      IdToken: 3600,
      Interaction: 3600,
      Session: 3600,
      Grant: 3600,
    },
    interactions: { policy, url: (_ctx: Ctx, { uid }: { uid: string }) => `/interaction/${uid}` },
    async findAccount(_ctx: Ctx, id: string) {
      const person = people.find(id)
      if (person === undefined) return undefined
      const { email, verified, name, picture } = person
      const claims = { sub: id, name, email: email ?? undefined, picture: picture ?? undefined }
      return { accountId: id, claims: async () => ({ ...claims, email_verified: verified }) }
    },
    // Asks for no consent because there is nothing to protect.
    async loadExistingGrant({ oidc }: Ctx) {
      if (oidc.client === undefined || oidc.session?.accountId === undefined) return undefined
      const grant = new oidc.provider.Grant({
        clientId: oidc.client.clientId,
        accountId: oidc.session.accountId,
      })
      grant.addOIDCScope(SCOPES.join(' '))
      await grant.save()
      return grant
    },
  })
  // Koa would print a stack whenever somebody closes the window during a request.
  provider.silent = true
  provider.on('server_error', (_ctx, { message }) =>
    process.stderr.write(`The stand-in for providers of sign-ins failed: ${message}\n`),
  )
  return provider
}

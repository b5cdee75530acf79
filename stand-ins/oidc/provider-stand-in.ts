import type { IncomingMessage } from 'node:http'
import { setTimeout as pause } from 'node:timers/promises'
import type { HttpBindings } from '@hono/node-server'
import { Hono } from 'hono'
import { SOCIAL_PROVIDERS } from '#core/protocol/social-provider.ts'
import type { SocialProvider } from '#core/protocol/social-provider.ts'
import type { OAuthClients } from '#server/settings/social-settings.ts'
import { responseAlreadySent } from '../response-already-sent.ts'
import { startLoopbackServer } from '../loopback-server.ts'
import { renderFailurePage, renderSignInPage, PROVIDER_PAGE_STYLE } from './interaction-page.ts'
import { createStandInPeople } from './people.ts'
import { standInPictureUrl, renderStandInPicture } from './stand-in-picture.ts'
import type { Person } from './people.ts'
import { createOpenIdProvider } from './provider.ts'
import { createProfileRoutes } from './profile-routes.ts'

const SLOW_MILLISECONDS = 1000

/**
 * Starts a local stand-in for the social sign-in providers (Google, Facebook and X) on a free port. It runs until the
 * process ends. Returns its base URL.
 *
 * @param origin the origin of the app's server, to which sign-ins return
 */
export async function startProviderStandIn(origin: string, clients: OAuthClients): Promise<{ base: string }> {
  let app: Hono<{ Bindings: HttpBindings }> | null = null
  const server = await startLoopbackServer((request, bindings) => {
    // Its own address is known only once it listens.
    app ??= createProviderStandIn(server.base, origin, clients)
    return app.fetch(request, bindings)
  })
  return { base: server.base }
}

function createProviderStandIn(
  base: string,
  origin: string,
  clients: OAuthClients,
): Hono<{ Bindings: HttpBindings }> {
  const everybody = createStandInPeople()
  const registrations = SOCIAL_PROVIDERS.flatMap(name => {
    const client = clients[name]
    if (client === undefined) return []
    const redirectUri = `${origin}/api/auth/callback/${name}`
    return [{ ...client, redirectUri, basicAuthentication: name === 'twitter' }]
  })
  const provider = createOpenIdProvider(base, registrations, everybody)
  const handle = provider.callback()

  const providerOf = (clientId: unknown): SocialProvider =>
    SOCIAL_PROVIDERS.find(name => clients[name]?.clientId === clientId) ?? 'google'

  const policy = [
    "default-src 'none'",
    "style-src 'self'",
    'img-src data:',
    // A form may redirect back to the server that sent the browser here.
    `form-action 'self' ${origin}`,
    "frame-ancestors 'none'",
    "base-uri 'none'",
  ].join('; ')

  const app = new Hono<{ Bindings: HttpBindings }>()
  app.get('/page.css', exchange => exchange.body(PROVIDER_PAGE_STYLE, 200, { 'content-type': 'text/css' }))
  app.get('/pictures/:name', async exchange => {
    const name = exchange.req.param('name')
    if (name === 'slow') await pause(SLOW_MILLISECONDS)
    const picture = renderStandInPicture(name)
    if (picture === null) return exchange.notFound()
    return exchange.body(new Uint8Array(picture), 200, { 'content-type': 'image/png' })
  })
  app.get('/interaction/:uid', async exchange => {
    const { incoming, outgoing } = exchange.env
    const { params } = await provider.interactionDetails(incoming, outgoing)
    exchange.header('content-security-policy', policy)
    return exchange.html(renderSignInPage(providerOf(params['client_id'])))
  })
  app.post('/interaction/:uid', async exchange => {
    const { incoming, outgoing } = exchange.env
    const { params } = await provider.interactionDetails(incoming, outgoing)
    const form = await exchange.req.formData()
    const told = (name: string) => {
      const value = form.get(name)
      return typeof value === 'string' ? value.trim() : ''
    }
    const enter = (about: Omit<Person, 'id'>) => everybody.enter(about, providerOf(params['client_id'])).id
    const picture = standInPictureUrl(base, told('picture'))
    const result = resultOf(told, about => enter({ ...about, picture }))
    const back = await provider.interactionResult(incoming, outgoing, result, {
      mergeWithLastSubmission: false,
    })
    return exchange.redirect(back, 303)
  })
  app.route('/', createProfileRoutes(provider, everybody))
  app.all('*', async exchange => {
    forgetSession(exchange.env.incoming)
    await handle(exchange.env.incoming, exchange.env.outgoing)
    return responseAlreadySent()
  })
  // An interaction that has expired or belongs to another browser.
  app.onError((_error, exchange) => {
    exchange.header('content-security-policy', policy)
    return exchange.html(renderFailurePage('it has run out'), 400)
  })
  return app
}

/**
 * Removes the provider's session from a request. Otherwise a second person in the same browser would have to sign out
 * the first one.
 */
function forgetSession(request: IncomingMessage): void {
  const cookies = (request.headers.cookie ?? '').split('; ')
  request.headers.cookie = cookies.filter(cookie => !cookie.startsWith('_session')).join('; ')
}

function resultOf(
  told: (name: string) => string,
  enter: (about: Omit<Person, 'id' | 'picture'>) => string,
): Record<string, unknown> {
  const answer = told('answer')
  if (answer === 'cancel') return { error: 'access_denied', error_description: 'The user has cancelled.' }
  if (answer === 'fail') return { error: 'server_error', error_description: 'This was asked for.' }
  const address = told('address')
  const email = address === 'none' || told('email') === '' ? null : told('email')
  const verified = address === 'verified' && email !== null
  const accountId = enter({ email, verified, name: told('name') })
  return { login: { accountId, remember: false } }
}

import { setTimeout as pause } from 'node:timers/promises'
import type { HttpBindings } from '@hono/node-server'
import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response'
import { Hono } from 'hono'
import { SOCIAL_PROVIDERS } from '#core/social-provider.ts'
import type { SocialProvider } from '#core/social-provider.ts'
import type { SocialClients } from '#server/identity/social-settings.ts'
import { loopbackServer } from '../loopback-server.ts'
import { interactionPage, PAGE_STYLE } from './interaction-page.ts'
import { people } from './people.ts'
import { pictureAddress, standInPicture } from './stand-in-picture.ts'
import type { Person } from './people.ts'
import { createProvider } from './provider.ts'
import { providerAnswers } from './provider-answers.ts'

const SLOW_MILLISECONDS = 1000

/** Starts the provider on a free port of this machine. It lives as long as the process. */
export async function openProviderStandIn(origin: string, clients: SocialClients): Promise<{ base: string }> {
  let app: Hono<{ Bindings: HttpBindings }> | null = null
  const server = await loopbackServer((request, bindings) => {
    // Its own address becomes known only when it listens.
    app ??= createProviderStandIn(server.base, origin, clients)
    return app.fetch(request, bindings)
  })
  return { base: server.base }
}

function createProviderStandIn(
  base: string,
  origin: string,
  clients: SocialClients,
): Hono<{ Bindings: HttpBindings }> {
  const everybody = people()
  const registrations = SOCIAL_PROVIDERS.flatMap(name => {
    const client = clients[name]
    if (client === undefined) return []
    const redirectUri = `${origin}/api/auth/callback/${name}`
    return [{ ...client, redirectUri, basicAuthentication: name === 'twitter' }]
  })
  const provider = createProvider(base, registrations, everybody)
  const handle = provider.callback()

  const providerOf = (clientId: unknown): SocialProvider =>
    SOCIAL_PROVIDERS.find(name => clients[name]?.clientId === clientId) ?? 'google'

  const policy = [
    "default-src 'none'",
    "style-src 'self'",
    'img-src data:',
    // A form may lead back to who has sent the browser here.
    `form-action 'self' ${origin}`,
    "frame-ancestors 'none'",
    "base-uri 'none'",
  ].join('; ')

  const app = new Hono<{ Bindings: HttpBindings }>()
  app.get('/page.css', exchange => exchange.body(PAGE_STYLE, 200, { 'content-type': 'text/css' }))
  app.get('/pictures/:name', async exchange => {
    const name = exchange.req.param('name')
    if (name === 'slow') await pause(SLOW_MILLISECONDS)
    const picture = standInPicture(name)
    if (picture === null) return exchange.notFound()
    return exchange.body(new Uint8Array(picture), 200, { 'content-type': 'image/png' })
  })
  app.get('/interaction/:uid', async exchange => {
    const { incoming, outgoing } = exchange.env
    const { params } = await provider.interactionDetails(incoming, outgoing)
    exchange.header('content-security-policy', policy)
    return exchange.html(interactionPage(providerOf(params['client_id'])))
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
    const picture = pictureAddress(base, told('picture'))
    const result = resultOf(told, about => enter({ ...about, picture }))
    const back = await provider.interactionResult(incoming, outgoing, result, {
      mergeWithLastSubmission: false,
    })
    return exchange.redirect(back, 303)
  })
  app.route('/', providerAnswers(provider, everybody))
  app.all('*', async exchange => {
    await handle(exchange.env.incoming, exchange.env.outgoing)
    return RESPONSE_ALREADY_SENT
  })
  // An interaction that has run out, or another browser's.
  app.onError((_error, exchange) =>
    exchange.text('The stand-in cannot answer this. Go back and try again.', 400),
  )
  return app
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

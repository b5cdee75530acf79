import { createHash, generateKeyPairSync, randomUUID, sign } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { Hono, type Context as Exchange } from 'hono'
import { html } from 'hono/html'
import { PROVIDER_DISPLAY_NAMES, SOCIAL_PROVIDERS, type SocialProvider } from '#core/protocol/sign-in.ts'
import type { OAuthClient, OAuthClients } from '#server/settings/configuration.ts'
import { startLoopbackServer } from '../loopback-server.ts'
import { PAGE_STYLE, pageHeaders, renderPage, type Html } from '../page.ts'
import { renderSolidColorPicture } from './stand-in-picture.ts'

type Person = { id: string; email: string | null; verified: boolean; name: string; picture: string | null }

type Client = OAuthClient & { provider: SocialProvider; redirectUri: string }
type Request = { client: Client; state: string; nonce?: string; scopes: string[]; challenge?: string }
type Grant = Request & { person: Person; until: number }

const CODE_MILLISECONDS = 60_000
const TOKEN_SECONDS = 3600
const SLOW_MILLISECONDS = 1000

export async function startProviderStandIn(origin: string, clients: OAuthClients): Promise<{ base: string }> {
  let app: Hono | null = null
  const server = await startLoopbackServer(request => {
    // Its own address is known only once it listens.
    app ??= createProvider(server.base, origin, clients)
    return app.fetch(request)
  })
  return { base: server.base }
}

function createProvider(base: string, origin: string, registered: OAuthClients): Hono {
  const clients = SOCIAL_PROVIDERS.flatMap((provider): Client[] => {
    const client = registered[provider]
    return client ? [{ ...client, provider, redirectUri: `${origin}/api/auth/callback/${provider}` }] : []
  })
  const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const requests = new Map<string, Request>()
  const codes = new Map<string, Grant>()
  const tokens = new Map<string, Grant>()

  const app = new Hono()
    .get('/page.css', exchange => exchange.body(PAGE_STYLE, 200, { 'content-type': 'text/css' }))
    .get('/pictures/:name', async exchange => {
      const name = exchange.req.param('name')
      if (name === 'slow') await pause(SLOW_MILLISECONDS)
      const picture = renderSolidColorPicture(name)
      if (picture === null) return exchange.notFound()
      return exchange.body(new Uint8Array(picture), 200, { 'content-type': 'image/png' })
    })
    .get('/auth', exchange => {
      const asked = exchange.req.query()
      const client = clients.find(({ clientId }) => clientId === asked['client_id'])
      if (client === undefined || client.redirectUri !== asked['redirect_uri'])
        return failurePage(exchange, 'unknown client or address')
      const { state = '', nonce, scope = '', code_challenge: challenge } = asked
      const isPkceSound = challenge === undefined || asked['code_challenge_method'] === 'S256'
      if (asked['response_type'] !== 'code' || !isPkceSound)
        return exchange.redirect(callback(client, { error: 'invalid_request', state }), 303)
      const id = randomUUID()
      requests.set(id, {
        client,
        state,
        scopes: scope.split(' '),
        ...(nonce !== undefined && { nonce }),
        ...(challenge !== undefined && { challenge }),
      })
      return exchange.redirect(`/interaction/${id}`, 303)
    })
    .get('/interaction/:id', exchange => {
      const request = requests.get(exchange.req.param('id'))
      if (request === undefined) return failurePage(exchange, 'it has run out')
      const name = PROVIDER_DISPLAY_NAMES[request.client.provider]
      return page(exchange, 200, `Stand-in for ${name}`, signInForm(name), origin)
    })
    .post('/interaction/:id', async exchange => {
      const id = exchange.req.param('id')
      const request = requests.get(id)
      if (request === undefined) return failurePage(exchange, 'it has run out')
      requests.delete(id)
      const form = new URLSearchParams(await exchange.req.text())
      const entered = (name: string) => (form.get(name) ?? '').trim()
      const { client, state } = request
      const error = { cancel: 'access_denied', fail: 'server_error' }[entered('answer')]
      if (error !== undefined) return exchange.redirect(callback(client, { error, state }), 303)
      const code = randomUUID()
      const person = personOf(entered, client.provider)
      codes.set(code, { ...request, person, until: Date.now() + CODE_MILLISECONDS })
      return exchange.redirect(callback(client, { code, state }), 303)
    })
    .post('/token', async exchange => {
      const form = new URLSearchParams(await exchange.req.text())
      const code = form.get('code') ?? ''
      const grant = codes.get(code)
      codes.delete(code)
      if (grant === undefined || grant.until < Date.now())
        return exchange.json({ error: 'invalid_grant' }, 400)
      const { client, challenge } = grant
      if (!isAuthenticated(client, exchange.req.header('authorization'), form))
        return exchange.json({ error: 'invalid_client' }, 401)
      const verifier = createHash('sha256').update(form.get('code_verifier') ?? '')
      const isProved = challenge === undefined || verifier.digest('base64url') === challenge
      if (!isProved || form.get('redirect_uri') !== client.redirectUri)
        return exchange.json({ error: 'invalid_grant' }, 400)
      const token = randomUUID()
      tokens.set(token, grant)
      const answer = { access_token: token, token_type: 'Bearer', expires_in: TOKEN_SECONDS }
      return exchange.json(grant.scopes.includes('openid') ? { ...answer, id_token: idToken(grant) } : answer)
    })
    .get('/graph/debug_token', exchange => {
      const grant = tokens.get(exchange.req.query('input_token') ?? '')
      const data = grant && { is_valid: true, app_id: grant.client.clientId, user_id: grant.person.id }
      return exchange.json({ data: data ?? { is_valid: false } })
    })
    .get('/graph/me', exchange => {
      const person = bearerOf(exchange)
      if (person === undefined)
        return exchange.json({ error: { message: 'Invalid OAuth access token.' } }, 400)
      const { id, name, email, verified, picture } = person
      // Facebook does not send email_verified. It is here to try what would happen if it did.
      const address = email === null ? {} : { email, email_verified: verified }
      return exchange.json({ id, name, ...address, picture: { data: { url: picture ?? '' } } })
    })
    .get('/x/2/users/me', exchange => {
      const person = bearerOf(exchange)
      if (person === undefined) return exchange.json({ title: 'Unauthorized', status: 401 }, 401)
      const { id, name, email, verified, picture } = person
      // X returns only confirmed addresses.
      const address = email !== null && verified ? { confirmed_email: email } : {}
      const profile = { id, name, username: `u${id}`, profile_image_url: picture ?? undefined }
      return exchange.json({ data: { ...profile, ...address } })
    })
  app.notFound(exchange => failurePage(exchange, 'there is no such page'))
  return app

  function personOf(entered: (name: string) => string, provider: SocialProvider): Person {
    const address = entered('address')
    const email = address === 'none' || entered('email') === '' ? null : entered('email')
    const name = entered('name')
    const hash = createHash('sha256').update(`${provider} ${email ?? name}`)
    const id = BigInt(`0x${hash.digest('hex').slice(0, 14)}`).toString()
    const chosen = entered('picture')
    // "broken" leads to an address without a picture.
    const picture = chosen === '' ? null : `${base}/pictures/${encodeURIComponent(chosen)}`
    return { id, email, verified: address === 'verified' && email !== null, name, picture }
  }

  function idToken({ client, nonce, person: { id: sub, email, verified, name, picture } }: Grant): string {
    const iat = Math.floor(Date.now() / 1000)
    const about = { iss: base, aud: client.clientId, iat, exp: iat + TOKEN_SECONDS, nonce, sub, name }
    const profile = { email: email ?? undefined, email_verified: verified, picture: picture ?? undefined }
    const signed = [
      { alg: 'ES256', typ: 'JWT' },
      { ...about, ...profile },
    ]
      .map(part => Buffer.from(JSON.stringify(part)).toString('base64url'))
      .join('.')
    const signature = sign('sha256', Buffer.from(signed), { key: privateKey, dsaEncoding: 'ieee-p1363' })
    return `${signed}.${signature.toString('base64url')}`
  }

  function bearerOf(exchange: Exchange): Person | undefined {
    const token = /^Bearer (.+)$/i.exec(exchange.req.header('authorization') ?? '')?.[1] ?? ''
    return tokens.get(token)?.person
  }
}

const callback = ({ redirectUri }: Client, answer: Record<string, string>) =>
  `${redirectUri}?${new URLSearchParams(answer).toString()}`

function isAuthenticated(client: Client, header: string | undefined, form: URLSearchParams): boolean {
  const { provider, clientId, clientSecret } = client
  if (provider !== 'twitter')
    return form.get('client_id') === clientId && form.get('client_secret') === clientSecret
  const basic = Buffer.from(/^Basic (.+)$/i.exec(header ?? '')?.[1] ?? '', 'base64').toString()
  return basic.split(':').map(decodeURIComponent).join(':') === `${clientId}:${clientSecret}`
}

const signInForm = (name: string): Html =>
  html`<section>
    <p>
      No keys of ${name} are set up, so this page stands in for it. It runs on this machine, believes
      everything and tells nobody. It forgets you at once: whoever comes next can be somebody else.
    </p>
    <form method="post">
      <label>Email <input name="email" type="email" value="clara@example.org" autocomplete="off" /></label>
      <label>Name <input name="name" value="Clara" autocomplete="off" maxlength="100" /></label>
      <fieldset>
        <legend>The address is</legend>
        ${radio('address', 'verified', 'verified', true)} ${radio('address', 'unverified', 'not verified')}
        ${radio('address', 'none', 'not told')}
      </fieldset>
      <fieldset>
        <legend>The picture is</legend>
        ${radio('picture', 'blue', 'blue', true)} ${radio('picture', 'red', 'red')}
        ${radio('picture', 'slow', 'green and slow')} ${radio('picture', 'broken', 'broken')}
        ${radio('picture', '', 'not there')}
      </fieldset>
      <button class="first" name="answer" value="continue">Continue</button>
      <button name="answer" value="cancel">Cancel</button>
      <button name="answer" value="fail">Let it fail</button>
    </form>
  </section>`

const radio = (name: string, value: string, text: string, isChecked = false): Html =>
  html`<label
    ><input type="radio" name="${name}" value="${value}" ${isChecked ? 'checked' : ''} /> ${text}</label
  >`

const failurePage = (exchange: Exchange, reason: string) =>
  page(
    exchange,
    400,
    'Stand-in for a provider',
    html`<section><p>This sign-in cannot go on (${reason}). Close the window and begin again.</p></section>`,
  )

const page = (exchange: Exchange, status: 200 | 400, title: string, content: Html, formTarget?: string) =>
  exchange.html(
    renderPage({ title, mark: 'Trial run', style: '/page.css' }, content),
    status,
    pageHeaders(formTarget),
  )

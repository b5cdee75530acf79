import { gunzipSync } from 'node:zlib'
import { randomBytes } from 'node:crypto'
import type { Hono } from 'hono'
import { createServerApp } from '#server/app.ts'
import { readConfiguration, type Configuration } from '#server/settings/configuration.ts'
import type { ServerContext } from '#server/context.ts'
import { addDevPagesKeyToUrl } from '#server/http/request-guards.ts'
import type { RequestGate } from '#server/http/request-gate.ts'
import { openapiRoutes } from '#server/http/openapi-route.ts'
import { createIdentity } from '#server/identity/identity.ts'
import { createLogger } from '#server/observability/log.ts'
import { createDatabaseMailboxMailer } from '#stand-ins/mailbox.ts'
import { standIns } from '#stand-ins/stand-ins.ts'
import { createTrafficCheck } from '#tests/openapi/traffic-check.ts'
import { openMemoryDatabase } from '#tests/database/memory-database.ts'

export type TestServer = {
  app: Hono
  gate: RequestGate
  context: ServerContext
  printed: string[]
  logged: string[]
  pass: (milliseconds: number) => void
  /** Stops the clock, so that only `pass` advances it and no rate limit window ends during a test. */
  stopClock: () => void
  dev: (path: string) => string
  close: () => Promise<void>
}

export async function aServer(
  environment: Record<string, string> = {},
  {
    billing,
    ...parts
  }: Partial<Pick<ServerContext, 'mailer' | 'database'>> & { billing?: Configuration['billing'] } = {},
): Promise<TestServer> {
  const read = readConfiguration({ SECRET: 'a secret for tests, long enough for all', ...environment })
  if (read.kind === 'faulty') throw new Error(read.message)
  const configuration = { ...read.configuration, ...(billing !== undefined && { billing }) }
  const database = parts.database ?? (await openMemoryDatabase())

  const printed: string[] = []
  const logged: string[] = []
  const log = createLogger('debug', { write: line => void logged.push(line) })
  let passed = 0
  let stoppedAt: number | null = null
  const now = () => (stoppedAt ?? Date.now()) + passed
  const mailer = createDatabaseMailboxMailer(database.db, { print: text => void printed.push(text), now })
  const local = configuration.production ? null : standIns
  const identity = createIdentity({
    configuration,
    database,
    log,
    startProviderStandIn: local?.startProviders ?? null,
  })
  const context: ServerContext = {
    configuration,
    database,
    identity,
    log,
    mailer,
    now,
    standIns: local,
    ...parts,
  }
  return {
    ...createServerApp(context),
    context,
    printed,
    logged,
    pass(milliseconds) {
      passed += milliseconds
    },
    stopClock() {
      stoppedAt = Date.now()
    },
    dev: path => addDevPagesKeyToUrl(path, configuration.devKey),
    close: () => database.close(),
  }
}

type Options = { method?: string; body?: unknown; headers?: Record<string, string> }

/** The browser stores cookies, sends its Origin header and has an IP address of its own. */
export function aBrowser(
  { app, context }: { app: Hono; context: { configuration: { origin: string } } },
  address = randomAddress(),
) {
  const { origin } = context.configuration
  const cookies = new Map<string, string>()

  async function send(path: string, { method = 'GET', body, headers = {} }: Options = {}): Promise<Response> {
    const allHeaders = new Headers({ host: new URL(origin).host })
    if (cookies.size > 0)
      allHeaders.set('cookie', [...cookies].map(([name, value]) => `${name}=${value}`).join('; '))
    if (method !== 'GET') allHeaders.set('origin', origin)
    if (body !== undefined) allHeaders.set('content-type', 'application/json')
    for (const [name, value] of Object.entries(headers)) allHeaders.set(name, value)
    const text = typeof body === 'string' ? body : JSON.stringify(body)
    const init = { method, headers: allHeaders, ...(body === undefined ? {} : { body: text }) }
    const response = await app.request(path, init, { incoming: { socket: { remoteAddress: address } } })
    for (const cookie of response.headers.getSetCookie()) storeCookie(cookie)
    await assertDescribed(origin, response, { method, path, requestBody: text })
    return response
  }

  function storeCookie(cookie: string) {
    const [pair = ''] = cookie.split(';')
    const name = pair.slice(0, pair.indexOf('='))
    const value = pair.slice(name.length + 1)
    if (value === '' || /max-age=0/i.test(cookie)) cookies.delete(name)
    else cookies.set(name, value)
  }

  return {
    cookies,
    send,
    get: (path: string) => send(path),
    post: (path: string, body?: unknown, headers: Record<string, string> = {}) =>
      send(path, { method: 'POST', headers, ...(body === undefined ? {} : { body }) }),
  }
}

let check: Promise<ReturnType<typeof createTrafficCheck>> | null = null

/** Throws if /openapi.json does not describe the exchange, so every test of the server also proves HT18. */
async function assertDescribed(
  origin: string,
  response: Response,
  { method, path, requestBody }: { method: string; path: string; requestBody: string | undefined },
) {
  const { pathname } = new URL(path, origin)
  const contentType = response.headers.get('content-type')
  if (!pathname.startsWith('/api/') || contentType?.startsWith('text/event-stream')) return
  // Asks the routes, because the app would log and count this request.
  check ??= Promise.resolve(openapiRoutes(origin).request('/openapi.json'))
    .then(answer => answer.json())
    .then(createTrafficCheck)
  const bytes = Buffer.from(await response.clone().arrayBuffer())
  const length = response.headers.get('content-length')
  if (method !== 'HEAD' && length !== null && Number(length) !== bytes.length)
    throw new Error(`${method} ${pathname}: ${bytes.length} bytes, but its Content-Length is ${length}`)
  const body = decodedText(bytes)
  const { status } = response
  const exchange = { method, path: pathname, requestBody: requestBody ?? null, status, contentType, body }
  const fault = (await check)(exchange)
  if (fault !== null) throw new Error(fault)
}

// app.request() does not decode the body, unlike fetch().
function decodedText(bytes: Buffer): string {
  const isGzip = bytes[0] === 0x1f && bytes[1] === 0x8b
  return (isGzip ? gunzipSync(bytes) : bytes).toString()
}

export type TestBrowser = ReturnType<typeof aBrowser>

export async function requestSignInMail(
  server: TestServer,
  browser: TestBrowser,
  email: string,
): Promise<{ token: string; code: string; text: string; html: string; subject: string }> {
  server.pass(1) // so that no two mails have the same time
  const asked = await browser.post('/api/v1/sign-in-links', { email, language: 'en' })
  if (asked.status !== 204) throw new Error(`no mail: ${asked.status} ${await asked.text()}`)
  const mail = await server.context.database.db
    .selectFrom('mailbox')
    .selectAll()
    .where('to_address', '=', email.trim().toLowerCase())
    .orderBy('at', 'desc')
    .executeTakeFirstOrThrow()
  const token = /confirm\?token=(\w+)/.exec(mail.text)?.[1]
  const code = /\b\d{6}\b/.exec(mail.text)?.[0]
  if (token === undefined || code === undefined) throw new Error(`no link or no code in: ${mail.text}`)
  return { token, code, text: mail.text, html: mail.html, subject: mail.subject }
}

export async function createSignedInBrowser(server: TestServer, email: string): Promise<TestBrowser> {
  const browser = aBrowser(server)
  const { token } = await requestSignInMail(server, browser, email)
  const confirmed = await browser.post('/api/v1/sign-in-links/confirm', { email, token })
  if (confirmed.status !== 200) throw new Error(`not signed in: ${await confirmed.text()}`)
  return browser
}

export async function findSession(
  browser: TestBrowser,
): Promise<{ id: string; name: string; email: string; image: string | null }> {
  const { user } = await (await browser.get('/api/v1/session')).json()
  if (user === null) throw new Error('nobody is signed in')
  return user
}

export async function findSessionEmail(browser: TestBrowser): Promise<string | null> {
  const { user } = await (await browser.get('/api/v1/session')).json()
  return user?.email ?? null
}

export async function readProblem(
  answer: Promise<Response> | Response,
): Promise<[status: number, code: string]> {
  const { status, code } = await (await answer).json()
  return [status, code]
}

const randomAddress = () => `10.${[...randomBytes(3)].join('.')}`

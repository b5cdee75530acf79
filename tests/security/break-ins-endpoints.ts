import { randomUUID } from 'node:crypto'
import * as z from 'zod'
import { createPiece, syncRound } from '#tests/library/library-changes.ts'
import type { TestBrowser, TestServer } from '#tests/server/whole-server.ts'

export type Endpoint = {
  method: 'get' | 'post' | 'put' | 'patch' | 'delete'
  path: string
  /** JSON Schema; null if the endpoint takes no body. */
  body: unknown
  needsSession: boolean
}

const Document = z.object({
  paths: z.record(
    z.string(),
    z.record(
      z.enum(['get', 'post', 'put', 'patch', 'delete']),
      z
        .object({
          requestBody: z
            .object({ content: z.object({ 'application/json': z.object({ schema: z.unknown() }) }) })
            .optional(),
          security: z.array(z.record(z.string(), z.unknown())).optional(),
        })
        .optional(),
    ),
  ),
})

/** Only Stripe sends to it: it requires neither an Origin header nor a session. */
export const WEBHOOK_PATH = '/api/v1/stripe/webhook'

export async function endpointsOf({ app }: TestServer): Promise<Endpoint[]> {
  const { paths } = Document.parse(await (await app.request('/openapi.json')).json())
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).flatMap(([method, operation]) => {
      if (operation === undefined) return []
      // An empty alternative lets guests in.
      const { security = [{}] } = operation
      const needsSession = security.every(alternative => Object.keys(alternative).length > 0)
      const body = operation.requestBody?.content['application/json'].schema ?? null
      return [{ method: method as Endpoint['method'], path, body, needsSession }]
    }),
  )
}

export const endpointName = ({ method, path }: Endpoint) => `${method} ${path}`
export const isUnsafe = ({ method }: Endpoint) => method !== 'get'

export const acceptsId = ({ path, body }: Endpoint) =>
  path.includes('{') || /"(\w+Id|id)":/.test(JSON.stringify(body ?? ''))

const SAMPLES: Readonly<Record<string, () => Record<string, unknown>>> = {
  'post /api/v1/sign-in-links': () => ({ email: 'kai@example.org', language: 'en' }),
  'post /api/v1/sign-in-links/confirm': () => ({ email: 'kai@example.org', token: 'guessed' }),
  'post /api/v1/sign-in-links/owner': () => ({ token: 'guessed' }),
  'post /api/auth/sign-in/social': () => ({ provider: 'google', way: 'popup', attempt: randomUUID() }),
  'post /api/v1/sign-ins': () => ({ key: 'guessed' }),
  'post /api/v1/sign-ins/{provider}': () => ({ way: 'popup', attempt: randomUUID() }),
  'post /api/v1/sync': () => syncRound([createPiece()]),
  'post /api/v1/billing/checkout-sessions': () => ({ interval: 'year', language: 'en' }),
  'post /api/v1/billing/portal-sessions': () => ({}),
  'post /api/v1/billing/refresh': () => ({}),
  'post /api/v1/feedback': () => ({ id: randomUUID(), text: 'Hello', language: 'en', screen: '/practice' }),
  'post /api/v1/events': () => ({ events: [{ name: 'add_piece', at: Date.now() }] }),
}

export function sampleBodyFor(endpoint: Endpoint): Record<string, unknown> | undefined {
  if (endpoint.body === null) return undefined
  const sample = SAMPLES[endpointName(endpoint)]
  if (sample === undefined)
    throw new Error(`${endpointName(endpoint)} needs a sample in break-ins-endpoints.ts`)
  return sample()
}

/** Sends what our page would send, except for `more`; `id` fills every parameter of the path. */
export function sendToEndpoint(
  browser: TestBrowser,
  endpoint: Endpoint,
  {
    id = 'any',
    query = '',
    ...more
  }: { id?: string; query?: string; body?: unknown; headers?: Record<string, string> } = {},
): Promise<Response> {
  const path = endpoint.path.replaceAll(/\{\w+\}/g, () => encodeURIComponent(id)) + query
  const body = 'body' in more ? more.body : sampleBodyFor(endpoint)
  const sent = { method: endpoint.method.toUpperCase(), headers: more.headers ?? {} }
  return browser.send(path, body === undefined ? sent : { ...sent, body })
}

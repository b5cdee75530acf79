import type { Stripe } from 'stripe'
import { traceStep } from '#server/observability/active-span.ts'

type HttpClient = ReturnType<typeof Stripe.createNodeHttpClient>

/** The words in paths of Stripe's interface that the server asks for. Anything else in a path is an id. */
const PATH_WORDS = new Set([
  'v1',
  'billing_portal',
  'cancel',
  'charges',
  'checkout',
  'customers',
  'events',
  'expire',
  'invoice_payments',
  'invoices',
  'payment_intents',
  'prices',
  'refunds',
  'sessions',
  'subscriptions',
])

/**
 * Wraps Stripe's HTTP client so that each call creates a span (a timed part of a trace) with method, path without ids,
 * and status (rule HT88).
 */
export function traceStripeCalls(client: HttpClient): HttpClient {
  const makeRequest: HttpClient['makeRequest'] = (host, port, path, method, ...rest) => {
    const template = withoutIds(path)
    const attributes = { 'http.request.method': method, 'url.template': template, 'server.address': host }
    return traceStep(
      `${method} ${template}`,
      { kind: 'client', attributes },
      () => client.makeRequest(host, port, path, method, ...rest),
      response => {
        const status = response.getStatusCode()
        const answered = { attributes: { 'http.response.status_code': status } }
        return status >= 400 ? { ...answered, error: String(status) } : answered
      },
    )
  }
  return { getClientName: () => client.getClientName(), makeRequest }
}

function withoutIds(path: string): string {
  const [withoutQuery = ''] = path.split('?')
  return withoutQuery
    .split('/')
    .map(part => (part === '' || PATH_WORDS.has(part) ? part : '{id}'))
    .join('/')
}

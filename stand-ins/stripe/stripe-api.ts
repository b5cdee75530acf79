import { timingSafeEqual } from 'node:crypto'
import { createStripeId } from './stripe-state.ts'
import type { StripeState } from './stripe-state.ts'
import { expandReferences } from './expand-references.ts'
import { parseForm } from './form.ts'
import type { FormEncodedValues } from './form.ts'
import type { SubscriptionEngine } from './subscription-engine.ts'
import { stripeOperations } from './operations.ts'
import type { PlannedFailure } from './failure-plan.ts'
import { StripeApiError, createInvalidRequestError } from './stripe-api-error.ts'
import { STRIPE_API_VERSION, findOperation } from './stripe-schemas.ts'

/** A request to the Stripe stand-in, recorded so that tests can check what the server has sent. */
export type RecordedRequest = {
  method: string
  path: string
  /** Stripe's name of the operation; null if the API has none for this path. */
  operation: string | null
  values: FormEncodedValues
  idempotencyKey: string | null
  status: number
}

type Parts = {
  state: StripeState
  engine: SubscriptionEngine
  secretKey: string
  base: string
  now: () => number
  /** Failure planned for this request; used once. */
  failureOf: (operation: string | null) => PlannedFailure | null
  seen: RecordedRequest[]
  changed: () => void
  checksAnswers: boolean
}

type Answered = { status: number; body: string; replayed?: boolean }

const KEYS_LIVE_MILLISECONDS = 24 * 3_600_000

/**
 * Creates a handler that answers requests like api.stripe.com. Together with each response, it returns the failure
 * that a test has planned for the request, or null. A planned error status is already part of the response. The caller
 * carries out timeouts and broken connections.
 */
export function createStripeApiHandler(parts: Parts) {
  const { state, engine, secretKey, failureOf, seen, now, changed } = parts

  return async (request: Request): Promise<{ answer: Response; failure: PlannedFailure | null }> => {
    const { pathname, search } = new URL(request.url)
    const { method } = request
    const text = method === 'POST' ? await request.text() : search.slice(1)
    const found = findOperation(method, pathname)
    const operation = found?.operation.id ?? null
    const entry: RecordedRequest = {
      method,
      path: pathname,
      operation,
      values: {},
      idempotencyKey: method === 'POST' ? request.headers.get('idempotency-key') : null,
      status: 0,
    }
    seen.push(entry)
    const failure = failureOf(operation)
    const answered =
      failure?.kind === 'status' && !failure.performed
        ? written(failure.status, new StripeApiError('Planned failure', { type: 'api_error' }).body)
        : failure?.performed === false
          ? written(500, {})
          : answerTo(request, entry, text)
    const status = failure?.kind === 'status' ? failure.status : answered.status
    entry.status = status
    return { answer: response(answered, status, request), failure }
  }

  function answerTo(request: Request, entry: RecordedRequest, text: string): Answered {
    try {
      mustBeAllowed(request)
      entry.values = parseForm(text)
      return onceOnly(entry, `${entry.method} ${entry.path}\n${text}`, () => performed(entry))
    } catch (error) {
      if (!(error instanceof StripeApiError)) throw error
      return written(error.status, error.body)
    }
  }

  function mustBeAllowed({ headers, method, url }: Request): void {
    const [, key = ''] = /^Bearer (.+)$/.exec(headers.get('authorization') ?? '') ?? []
    if (key === '')
      throw new StripeApiError(
        `You did not provide an API key. You need to provide your API key in the Authorization header, using Bearer auth (e.g. 'Authorization: Bearer YOUR_SECRET_KEY').`,
        { status: 401 },
      )
    if (!isSame(key, secretKey))
      throw new StripeApiError(`Invalid API Key provided: ${key.slice(0, 8)}${'*'.repeat(8)}`, {
        status: 401,
      })
    const version = headers.get('stripe-version')
    if (version !== STRIPE_API_VERSION)
      throw createInvalidRequestError(
        `Invalid Stripe API version: ${version}. The stand-in speaks ${STRIPE_API_VERSION}.`,
      )
    if (findOperation(method, new URL(url).pathname) === null)
      throw createInvalidRequestError(`Unrecognized request URL (${method}: ${new URL(url).pathname}).`, {
        status: 404,
      })
    const type = headers.get('content-type') ?? ''
    if (method === 'POST' && type !== '' && !type.startsWith('application/x-www-form-urlencoded'))
      throw createInvalidRequestError(
        `Invalid request (check that your POST content type is application/x-www-form-urlencoded).`,
      )
  }

  /** Returns the same response for the same idempotency key, and refuses another request with it. */
  function onceOnly(
    { idempotencyKey: key }: RecordedRequest,
    request: string,
    perform: () => Answered,
  ): Answered {
    if (key === null) return perform()
    const before = Object.hasOwn(state.answers, key) ? state.answers[key] : undefined
    if (before !== undefined && before.at + KEYS_LIVE_MILLISECONDS > now()) {
      if (before.request === request) return { ...before, replayed: true }
      throw new StripeApiError(
        `Keys for idempotent requests can only be used with the same parameters they were first used with. Try using a key other than '${key}' if you meant to execute a different request.`,
        { type: 'idempotency_error' },
      )
    }
    const answered = perform()
    forgetOldAnswers()
    state.answers[key] = { ...answered, request, at: now() }
    changed()
    return answered
  }

  function forgetOldAnswers() {
    for (const [key, { at }] of Object.entries(state.answers))
      if (at + KEYS_LIVE_MILLISECONDS <= now()) delete state.answers[key]
  }

  function performed({ method, path, values }: RecordedRequest): Answered {
    const { operation, ids } = findOperation(method, path) ?? {}
    if (operation === undefined) throw new Error('checked before')
    const fault = operation.faultIn(values)
    if (fault !== null) throw fault
    engine.passTime()
    const perform = stripeOperations[operation.id]
    if (perform === undefined) throw new Error(`${operation.id} is described and has no handler`)
    const wanted = Array.isArray(values['expand']) ? values['expand'].map(String) : []
    try {
      const { expand: _, ...given } = values
      const result = perform({
        state,
        engine,
        values: given,
        ids: (ids ?? []).map(decodeURIComponent),
        base: parts.base,
      })
      const body = expandReferences(result, wanted, state)
      const wrong = parts.checksAnswers ? operation.faultsOfAnswer(body) : []
      if (wrong.length > 0) throw new Error(`An answer that Stripe would not give: ${wrong.join('; ')}`)
      return written(200, body)
    } catch (error) {
      // After validation Stripe stores even an error under the key.
      if (error instanceof StripeApiError && error.status < 500) return written(error.status, error.body)
      throw error
    } finally {
      changed()
    }
  }
}

const written = (status: number, body: object): Answered => ({ status, body: JSON.stringify(body, null, 2) })

function response({ body, replayed = false }: Answered, status: number, { headers }: Request): Response {
  const key = headers.get('idempotency-key')
  return new Response(body, {
    status,
    headers: {
      'content-type': 'application/json',
      'request-id': createStripeId('req'),
      'stripe-version': STRIPE_API_VERSION,
      ...(key !== null && { 'idempotency-key': key }),
      ...(replayed && { 'idempotent-replayed': 'true' }),
    },
  })
}

function isSame(one: string, other: string): boolean {
  const [left, right] = [Buffer.from(one), Buffer.from(other)]
  return left.length === right.length && timingSafeEqual(left, right)
}

import { timingSafeEqual } from 'node:crypto'
import type { HttpBindings } from '@hono/node-server'
import { Hono } from 'hono'
import { Stripe } from 'stripe'
import { startLoopbackServer } from '../loopback-server.ts'
import { openStripeAccount, StripeApiError } from './account.ts'
import { STRIPE_OPERATIONS } from './operations.ts'
import type { FormValue, FormValues } from './operations.ts'
import { createStripePages } from './pages.ts'
import { createWebhookDelivery } from './webhooks.ts'

/** A failure that a test has planned: an error status, no answer, or a broken connection. */
type PlannedFailure = {
  /** True if the request is carried out and only its answer fails. */
  performed: boolean
  /** The only operation that fails, such as 'POST /v1/customers'. If absent, any can fail. */
  of?: string
} & ({ kind: 'status'; status: number } | { kind: 'time-out' } | { kind: 'reset' })

type Settings = {
  /** The URL that receives events; null if nobody does. */
  webhookUrl: string | null
  webhookSecret: string
  secretKey: string
  now: () => number
  /** Path of the file that keeps everything; absent if it ends with the process. */
  file?: string
  waitAfter?: (tries: number) => number
}

const KEY_MILLISECONDS = 86_400_000
const PLANNED_FAILURE = new StripeApiError('Planned failure', { type: 'api_error' })

/** Starts a stand-in for Stripe on a port of this machine, for a test. Port 0 takes any free port. */
export async function startStripeStandIn({
  port,
  ...settings
}: Omit<Settings, 'secretKey'> & { port: number }) {
  const secretKey = 'sk_test_of_the_stand_in'
  let standIn: ReturnType<typeof createStripeStandIn> | null = null
  const server = await startLoopbackServer(
    (request, bindings) => standIn?.fetch(request, bindings) ?? new Response(null, { status: 503 }),
    port,
  )
  const created = createStripeStandIn(server.base, { ...settings, secretKey })
  standIn = created
  return {
    ...created,
    secretKey,
    url: server.address,
    async close() {
      await created.close()
      await server.close()
    },
  }
}

/** Creates a stand-in for Stripe: its API, its pages and its events. `base` is the URL at which it is reached. */
export function createStripeStandIn(base: string, settings: Settings) {
  const { secretKey, now, file = null } = settings
  const webhooks = createWebhookDelivery({
    ...settings,
    url: settings.webhookUrl,
    secret: settings.webhookSecret,
  })
  const account = openStripeAccount(file, { now, announce: webhooks.announce })
  const failures: PlannedFailure[] = []
  /** All requests to the API so far, oldest first. */
  const seen: { operation: string; values: FormValues; idempotencyKey: string | null }[] = []

  const app = new Hono<{ Bindings: HttpBindings }>()
  // A page on the web that points its own name at this machine gets no answer.
  app.use(async ({ req }, next) =>
    req.header('host') === new URL(base).host ? next() : new Response(null, { status: 404 }),
  )
  for (const [operation, run] of Object.entries(STRIPE_OPERATIONS)) {
    const [method = '', path = ''] = operation.split(' ')
    app.on(method, path, async exchange => {
      const { req } = exchange
      const text = method === 'POST' ? await req.text() : new URL(req.url).search.slice(1)
      const idempotencyKey = method === 'POST' ? (req.header('idempotency-key') ?? null) : null
      const values = parseForm(text)
      seen.push({ operation, values, idempotencyKey })
      const place = failures.findIndex(({ of }) => of === undefined || of === operation)
      const [failure] = place === -1 ? [] : failures.splice(place, 1)
      const answer =
        failure !== undefined && !failure.performed
          ? { status: 500, body: {} }
          : answerTo(req.raw, `${method} ${req.path} ${text}`, idempotencyKey, () => {
              account.passTime()
              return run({ account, id: req.param('id') ?? '', values, base })
            })
      account.save()
      if (failure?.kind === 'reset') exchange.env.incoming.socket.destroy()
      // The client gives up, and its connection ends.
      if (failure?.kind === 'time-out')
        await new Promise(resolve => exchange.env.incoming.socket.once('close', resolve))
      if (failure?.kind === 'status') return Response.json(PLANNED_FAILURE.body, { status: failure.status })
      return Response.json(answer.body, { status: answer.status })
    })
  }
  app.route('/', createStripePages(account))
  app.notFound(exchange => exchange.json(new StripeApiError('Unrecognized request URL').body, 404))
  // The port changes with a restart, and with it the address of every page.
  for (const { id, status } of Object.values(account.state.sessions))
    if (status === 'open') account.session(id).url = `${base}/pay/${id}`

  type Answer = { status: number; body: object }

  function answerTo(request: Request, asked: string, key: string | null, run: () => object): Answer {
    try {
      mustBeAllowed(request)
      if (key === null) return { status: 200, body: run() }
      return onceOnly(asked, key, run)
    } catch (error) {
      if (!(error instanceof StripeApiError)) throw error
      return { status: error.status, body: error.body }
    }
  }

  function mustBeAllowed({ headers }: Request): void {
    const [given, expected] = [headers.get('authorization') ?? '', `Bearer ${secretKey}`].map(text =>
      Buffer.from(text),
    )
    if (given?.length !== expected?.length || !timingSafeEqual(given ?? Buffer.of(), expected ?? Buffer.of()))
      throw new StripeApiError('Invalid API Key provided', { status: 401 })
    if (headers.get('stripe-version') !== Stripe.API_VERSION)
      throw new StripeApiError(`Invalid Stripe API version: the stand-in speaks ${Stripe.API_VERSION}.`)
  }

  /** Gives the same answer for the same idempotency key, and refuses another request with it. */
  function onceOnly(request: string, key: string, run: () => object): Answer {
    const { answers } = account.state
    const before = Object.hasOwn(answers, key) ? answers[key] : undefined
    if (before !== undefined && before.at + KEY_MILLISECONDS > now()) {
      if (before.request === request) return before
      const message = `Keys for idempotent requests can only be used with the same parameters they were first used with.`
      throw new StripeApiError(message, { type: 'idempotency_error' })
    }
    const answer = { status: 200, body: structuredClone(run()) }
    answers[key] = { ...answer, request, at: now() }
    return answer
  }

  const { state, pay, expire, cancel, cancelAtPeriodEnd, makePastDue, recover } = account
  return {
    fetch: (request: Request, bindings: HttpBindings) => app.fetch(request, bindings),
    state,
    seen,
    pay,
    expire,
    cancel,
    cancelAtPeriodEnd,
    makePastDue,
    recover,
    passTime: account.passTime,
    /** Plans a failure for the next request, or for the next one to an operation. */
    failNext: (failure: PlannedFailure) => void failures.push(failure),
    close: webhooks.close,
  }
}

/** Parses a form-encoded body as Stripe does: `a[b][0]=c` is an object in an object; the last of repeated names wins. */
function parseForm(text: string): FormValues {
  const root: FormValues = Object.create(null)
  for (const [name, value] of new URLSearchParams(text)) {
    const steps = name.split(/\[|\]\[?/).filter((step, place, all) => step !== '' || place < all.length - 1)
    let place = root
    for (const step of steps.slice(0, -1)) {
      const next: FormValue = (place[step] ??= Object.create(null) as FormValues)
      if (typeof next === 'string') throw new Error(`${name} contradicts itself`)
      place = next
    }
    place[steps.at(-1) ?? ''] = value
  }
  return root
}

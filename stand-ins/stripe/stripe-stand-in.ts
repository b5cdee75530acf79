import { setTimeout as pause } from 'node:timers/promises'
import type { HttpBindings } from '@hono/node-server'
import { Hono } from 'hono'
import { Stripe } from 'stripe'
import { startLoopbackServer } from '../loopback-server.ts'
import { openStripeAccount, StripeApiError, type StandInEvent } from './account.ts'
import { STRIPE_OPERATIONS, type FormValue, type FormValues } from './operations.ts'
import { createStripePages } from './pages.ts'

type PlannedFailure = {
  /** True if the request is carried out and only its response fails. */
  performed: boolean
  of?: string
} & ({ kind: 'status'; status: number } | { kind: 'time-out' } | { kind: 'reset' })

type Settings = {
  secretKey: string
  webhookSecret: string
  webhookUrl: string | null
  now: () => number
  file?: string
}

type Answer = { status: number; body: object }

const KEY_MILLISECONDS = 86_400_000
const MAX_TRIES = 8
const ANSWER_MILLISECONDS = 10_000
const PLANNED_FAILURE = new StripeApiError('Planned failure', { type: 'api_error' })

export async function startStripeStandIn(settings: Settings) {
  const { secretKey, now, file = null } = settings
  const webhooks = createWebhookDelivery(settings)
  const account = openStripeAccount(file, { now, announce: webhooks.announce })
  const failures: PlannedFailure[] = []
  const seen: { operation: string; values: FormValues; idempotencyKey: string | null }[] = []
  const app = new Hono<{ Bindings: HttpBindings }>()
  const { address, base, close } = await startLoopbackServer((request, bindings) =>
    app.fetch(request, bindings),
  )
  // The port changes with a restart, and with it the address of every page.
  for (const session of Object.values(account.state.sessions))
    if (session.status === 'open') session.url = `${base}/pay/${session.id}`

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
      let answer: Answer = { status: 500, body: {} }
      if (failure === undefined || failure.performed)
        answer = answerTo(req.raw, `${method} ${req.path} ${text}`, idempotencyKey, () => {
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
  app.notFound(exchange => exchange.json(new StripeApiError('There is no such page').body, 404))

  function answerTo(request: Request, asked: string, key: string | null, run: () => object): Answer {
    try {
      // Other programs on this machine do not know the key, and so cannot pay.
      if (request.headers.get('authorization') !== `Bearer ${secretKey}`)
        throw new StripeApiError('Invalid API Key provided', { status: 401 })
      return key === null ? { status: 200, body: run() } : onceOnly(asked, key, run)
    } catch (error) {
      if (!(error instanceof StripeApiError)) throw error
      return { status: error.status, body: error.body }
    }
  }

  function onceOnly(request: string, key: string, run: () => object): Answer {
    const { answers } = account.state
    const before = Object.hasOwn(answers, key) ? answers[key] : undefined
    if (before !== undefined && before.at + KEY_MILLISECONDS > now()) {
      if (before.request === request) return before
      const message = 'Keys for idempotent requests can only be used with the parameters of their first use.'
      throw new StripeApiError(message, { type: 'idempotency_error' })
    }
    const answer = { status: 200, body: structuredClone(run()) }
    answers[key] = { ...answer, request, at: now() }
    return answer
  }

  return {
    ...account,
    secretKey,
    url: address,
    seen,
    failNext: (failure: PlannedFailure) => void failures.push(failure),
    close: async () => {
      webhooks.close()
      await close()
    },
  }
}

/** Turns `a[b][0]=c`, Stripe's encoding, into `{ a: { b: { 0: 'c' } } }`. The last of equal names wins. */
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

function createWebhookDelivery({ webhookUrl, webhookSecret, now }: Settings) {
  const closing = new AbortController()

  async function deliver(url: string, event: StandInEvent): Promise<void> {
    for (let tries = 1; tries <= MAX_TRIES; tries += 1) {
      if (await isAccepted(url, event)) return
      await pause(1000 * 4 ** (tries - 1), null, { signal: closing.signal, ref: false })
    }
  }

  async function isAccepted(url: string, event: StandInEvent): Promise<boolean> {
    const body = JSON.stringify(event, null, 2)
    const signature = signWebhook(body, webhookSecret, Math.floor(now() / 1000))
    const headers = { 'content-type': 'application/json; charset=utf-8', 'stripe-signature': signature }
    const signal = AbortSignal.any([closing.signal, AbortSignal.timeout(ANSWER_MILLISECONDS)])
    // Nobody may listen, or the answer be too slow.
    const answer = await fetch(url, { method: 'POST', headers, body, redirect: 'manual', signal }).catch(
      () => null,
    )
    return answer?.ok === true
  }

  return {
    announce: (event: StandInEvent) => {
      // Rejects only when the stand-in closes.
      if (webhookUrl !== null) void deliver(webhookUrl, event).catch(() => {})
    },
    close: () => closing.abort(),
  }
}

/** Returns the value of a Stripe-Signature header. `timestamp` is in seconds. */
export const signWebhook = (payload: string, secret: string, timestamp: number): string =>
  Stripe.webhooks.generateTestHeaderString({ payload, secret, timestamp })

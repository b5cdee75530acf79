import { Hono } from 'hono'
import * as z from 'zod'
import { exportSchema } from '#core/export-format.ts'
import { syncAnswerSchema, syncRequestSchema } from '#core/sync-protocol.ts'
import { PROBLEM_STATUS } from '#core/problem.ts'
import type { ProblemCode } from '#core/problem.ts'
import { eventsRequest } from './analytics/events-route.ts'
import {
  checkoutAnswer,
  checkoutRequest,
  emptyRequest,
  portalAnswer,
  refreshAnswer,
} from './billing/billing-routes.ts'
import { feedbackRequest } from './feedback/feedback-route.ts'
import { sessionsAnswer } from './identity/session-list-routes.ts'
import { confirmRequest, signInLinkRequest } from './identity/sign-in-routes.ts'
import { socialSignInRequest } from './identity/social-routes.ts'

type Operation = {
  method: 'get' | 'post' | 'delete'
  path: string
  summary: string
  request?: z.core.$ZodType
  success: { status: 200 | 201 | 204; schema?: z.core.$ZodType; mediaType?: string }
  problems: readonly ProblemCode[]
}

const user = z.object({ id: z.string(), name: z.string(), email: z.string(), image: z.string().nullable() })
const unreadable = ['foreign-origin', 'unsupported-media-type', 'too-large', 'malformed-json'] as const
/** What whoever is not signed in, or not as whom the page means, gets: run out, ended elsewhere, or deleted. */
const signedOut = ['signed-out', 'session-revoked', 'account-deleted'] as const
const unpaid = ['payment-provider-failed', 'billing-not-configured'] as const
const written = [...unreadable, 'validation'] as const

const OPERATIONS: readonly Operation[] = [
  {
    method: 'post',
    path: '/api/v1/sign-in-links',
    summary: 'Sends a mail with a sign-in link and a code, whether or not the address is known',
    request: signInLinkRequest,
    success: { status: 204 },
    problems: [...written, 'too-many-requests', 'mail-failed'],
  },
  {
    method: 'post',
    path: '/api/v1/sign-in-links/confirm',
    summary: 'Signs in with the token of a link, or with the code in the browser that asked for it',
    request: confirmRequest,
    success: { status: 200, schema: z.object({ user, created: z.boolean() }) },
    problems: [...written, 'link-invalid', 'too-many-requests'],
  },
  {
    method: 'post',
    path: '/api/auth/sign-in/social',
    summary: 'Begins a sign-in at a provider; the browser follows the address',
    request: socialSignInRequest,
    success: { status: 200, schema: z.object({ url: z.url() }) },
    problems: [...written, 'not-found', 'too-many-requests'],
  },
  {
    method: 'get',
    path: '/api/v1/session',
    summary: 'Who is signed in, with which plan, since when',
    success: {
      status: 200,
      schema: z.object({
        user: user.nullable(),
        stripeRole: z.literal('pro').nullable(),
        signedInAt: z.int().nullable(),
        ended: z.enum(['session-revoked', 'account-deleted']).nullable(),
      }),
    },
    problems: [],
  },
  {
    method: 'get',
    path: '/api/v1/sessions',
    summary: 'Where whoever is signed in is signed in, without any token',
    success: { status: 200, schema: sessionsAnswer },
    problems: signedOut,
  },
  {
    method: 'delete',
    path: '/api/v1/sessions',
    summary: 'Ends every session but this one',
    success: { status: 204 },
    problems: ['foreign-origin', ...signedOut],
  },
  {
    method: 'delete',
    path: '/api/v1/sessions/{id}',
    summary: 'Ends one session',
    success: { status: 204 },
    problems: ['foreign-origin', 'not-found', ...signedOut],
  },
  {
    method: 'delete',
    path: '/api/v1/account',
    summary: 'Ends the subscription, deletes everything, and says so by mail in ?language=de',
    success: { status: 204 },
    problems: [
      'foreign-origin',
      'fresh-session-required',
      'too-many-requests',
      'payment-provider-failed',
      ...signedOut,
    ],
  },
  {
    method: 'get',
    path: '/api/v1/account/avatar',
    summary: 'The picture of whoever is signed in',
    success: { status: 200, mediaType: 'image/*' },
    problems: [...signedOut, 'not-found'],
  },
  {
    method: 'get',
    path: '/api/v1/account/export',
    summary:
      'Everything of whoever is signed in; with ?format=csv as one table, in ?language=de with German words',
    success: { status: 200, schema: exportSchema },
    problems: [...signedOut, 'validation', 'too-many-requests'],
  },
  {
    method: 'post',
    path: '/api/v1/sign-out',
    summary: 'Ends the session',
    success: { status: 204 },
    problems: ['foreign-origin'],
  },
  {
    method: 'post',
    path: '/api/v1/sync',
    summary: 'One round: sends changes, answers each, and gives what is newer',
    request: syncRequestSchema,
    success: { status: 200, schema: syncAnswerSchema },
    problems: [
      ...unreadable,
      'malformed-request',
      ...signedOut,
      'client-too-old',
      'too-many-requests',
      'unavailable',
    ],
  },
  {
    method: 'get',
    path: '/api/v1/live',
    summary: 'Server-sent events: the number of the newest revision',
    success: { status: 200, mediaType: 'text/event-stream' },
    problems: [...signedOut, 'too-many-requests'],
  },
  {
    method: 'post',
    path: '/api/v1/billing/checkout-sessions',
    summary: 'Begins the purchase of Pro; the browser follows the address',
    request: checkoutRequest,
    success: { status: 201, schema: checkoutAnswer },
    problems: [...written, ...signedOut, 'already-pro', 'too-many-requests', ...unpaid],
  },
  {
    method: 'post',
    path: '/api/v1/billing/portal-sessions',
    summary: 'Opens the page where a subscription is managed; the browser follows the address',
    request: emptyRequest,
    success: { status: 201, schema: portalAnswer },
    problems: [...written, ...signedOut, 'no-customer', 'too-many-requests', ...unpaid],
  },
  {
    method: 'post',
    path: '/api/v1/billing/refresh',
    summary: 'Looks the plan up anew',
    request: emptyRequest,
    success: { status: 200, schema: refreshAnswer },
    problems: [...written, ...signedOut, 'too-many-requests'],
  },
  {
    method: 'post',
    path: '/api/v1/stripe/webhook',
    summary: 'Takes the signed notices of Stripe, whose own form their body has',
    success: { status: 200, schema: z.object({ received: z.literal(true) }) },
    problems: ['bad-signature', 'too-large', 'server-error', 'unavailable', 'billing-not-configured'],
  },
  {
    method: 'post',
    path: '/api/v1/feedback',
    summary: 'Stores what a musician tells us',
    request: feedbackRequest,
    success: { status: 204 },
    problems: [...written, 'too-many-requests'],
  },
  {
    method: 'post',
    path: '/api/v1/events',
    summary: 'Takes up to 50 analytics events',
    request: eventsRequest,
    success: { status: 204 },
    problems: [...written, 'too-many-requests'],
  },
  {
    method: 'get',
    path: '/api/v1/config',
    summary: 'What this server has been set up with',
    success: { status: 200 },
    problems: [],
  },
]

/** GET /openapi.json: the interface, described by the very schemas that check it. */
export function openapiRoutes(): Hono {
  const document = openapiDocument()
  return new Hono().get('/openapi.json', exchange => exchange.json(document))
}

/** The description, OpenAPI 3.1. */
function openapiDocument() {
  const paths: Record<string, Record<string, unknown>> = {}
  for (const operation of OPERATIONS) {
    paths[operation.path] = { ...paths[operation.path], [operation.method]: described(operation) }
  }
  return {
    openapi: '3.1.0',
    info: { title: 'Dacapo', version: '1' },
    paths,
    components: { schemas: { Problem: problemSchema } },
  }
}

const problemSchema = {
  type: 'object',
  required: ['type', 'title', 'status', 'code'],
  properties: {
    type: { type: 'string' },
    title: { type: 'string' },
    status: { type: 'integer' },
    code: { enum: Object.keys(PROBLEM_STATUS) },
    detail: { type: 'string' },
    errors: {
      type: 'array',
      items: { type: 'object', properties: { field: { type: 'string' }, code: { type: 'string' } } },
    },
  },
}

function described({ summary, request, success, problems }: Operation) {
  const { status, schema, mediaType = 'application/json' } = success
  const content =
    status === 204 ? {} : { content: { [mediaType]: { schema: schema ? jsonSchema(schema) : {} } } }
  return {
    summary,
    ...(request === undefined
      ? {}
      : {
          requestBody: { required: true, content: { 'application/json': { schema: jsonSchema(request) } } },
        }),
    responses: { [status]: { description: 'Done', ...content }, ...failures(problems) },
  }
}

/** One entry per status; the codes that can come with it stand in its description. */
function failures(problems: readonly ProblemCode[]) {
  const groups = Map.groupBy(problems, code => PROBLEM_STATUS[code])
  const schema = { $ref: '#/components/schemas/Problem' }
  return Object.fromEntries(
    [...groups].map(([status, codes]) => [
      status,
      { description: codes.join(', '), content: { 'application/problem+json': { schema } } },
    ]),
  )
}

/** What is sent, before anything is trimmed or turned into our own types. */
function jsonSchema(schema: z.core.$ZodType) {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' })
  return rest
}

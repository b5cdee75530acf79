import * as z from 'zod'
import { changeArgumentSchemas, changeEnvelopeSchema } from '#core/library/change.ts'
import { exportSchema } from '#core/import-export/export-format.ts'
import { syncResponseSchema, syncRequestSchema } from '#core/protocol/sync-protocol.ts'
import { SOCIAL_PROVIDERS } from '#core/protocol/social-provider.ts'
import { eventsRequestSchema } from '#server/analytics/events-route.ts'
import {
  checkoutResponseSchema,
  checkoutRequestSchema,
  emptyBodySchema,
  portalResponseSchema,
  pricesResponseSchema,
  refreshResponseSchema,
} from '#server/billing/billing-routes.ts'
import { feedbackRequestSchema } from '#server/feedback/feedback-route.ts'
import {
  connectSignInRequestSchema,
  connectedSignInsResponseSchema,
  startConnectingRequestSchema,
} from '#server/identity/connected-sign-in-routes.ts'
import { configResponseSchema } from '#server/settings/config-route.ts'
import { sessionsResponseSchema } from '#server/identity/session-list-routes.ts'
import {
  confirmRequestSchema,
  linkOwnerRequestSchema,
  signInLinkRequestSchema,
} from '#server/identity/email-sign-in-routes.ts'
import { socialSignInRequestSchema } from '#server/identity/social-sign-in-routes.ts'
import type { ApiOperation } from './api-operation.ts'

const user = z.object({ id: z.string(), name: z.string(), email: z.string(), image: z.string().nullable() })
const unreadable = ['foreign-origin', 'unsupported-media-type', 'too-large', 'malformed-json'] as const
/** Error codes for a request without a valid session: expired, revoked elsewhere, or of a deleted account. */
const signedOut = ['signed-out', 'session-revoked', 'account-deleted'] as const
/** The sync request with its kinds of changes, which the server parses one by one. */
const syncRequestWithChanges = z.strictObject({
  ...syncRequestSchema.shape,
  changes: z.array(
    z.union(
      Object.entries(changeArgumentSchemas).map(([kind, args]) =>
        z.strictObject({ ...changeEnvelopeSchema.shape, kind: z.literal(kind), args }),
      ),
    ),
  ),
})
const language = z
  .string()
  .describe('The language of what is written, such as de; English where this server has no texts in it')
const provider = z.enum(SOCIAL_PROVIDERS)
const changingSignIns = [...signedOut, 'fresh-session-required', 'too-many-requests', 'not-found'] as const
const unpaid = ['payment-provider-failed', 'billing-not-configured'] as const
const refusedNotice = ['bad-signature', 'malformed-request', 'billing-not-configured'] as const
const written = [...unreadable, 'validation'] as const

/** All operations of the HTTP API, from which its OpenAPI description is generated. */
export const API_OPERATIONS: readonly ApiOperation[] = [
  {
    method: 'post',
    path: '/api/v1/sign-in-links',
    summary: 'Sends a mail with a sign-in link and a code, whether or not the address is known',
    request: signInLinkRequestSchema,
    success: { status: 204 },
    problems: [...written, 'too-many-requests', 'mail-failed'],
  },
  {
    method: 'post',
    path: '/api/v1/sign-in-links/confirm',
    summary: 'Signs in with the token of a link, or with the code in the browser that asked for it',
    request: confirmRequestSchema,
    success: { status: 200, schema: z.object({ user, created: z.boolean() }) },
    problems: [...written, 'link-invalid', 'link-used', 'too-many-requests', 'too-many-codes'],
  },
  {
    method: 'post',
    path: '/api/v1/sign-in-links/owner',
    summary: 'Tells whoever is signed in whether a link is theirs, or the masked address of whom it is for',
    request: linkOwnerRequestSchema,
    success: { status: 200, schema: z.object({ email: z.string(), isYours: z.boolean() }) },
    problems: [...written, ...signedOut, 'link-invalid', 'too-many-requests'],
  },
  {
    method: 'post',
    path: '/api/auth/sign-in/social',
    summary: 'Begins a sign-in at a provider; the browser follows the address',
    request: socialSignInRequestSchema,
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
    success: { status: 200, schema: sessionsResponseSchema },
    problems: signedOut,
  },
  {
    method: 'delete',
    path: '/api/v1/sessions',
    summary: 'Ends every session but this one',
    success: { status: 204 },
    problems: ['foreign-origin', 'fresh-session-required', ...signedOut],
  },
  {
    method: 'delete',
    path: '/api/v1/sessions/{id}',
    parameters: { id: z.string() },
    summary: 'Ends one session',
    success: { status: 204 },
    problems: ['foreign-origin', 'fresh-session-required', 'not-found', ...signedOut],
  },
  {
    method: 'get',
    path: '/api/v1/sign-ins',
    summary: 'The ways in which whoever is signed in signs in, and what this browser could connect',
    success: { status: 200, schema: connectedSignInsResponseSchema },
    problems: signedOut,
  },
  {
    method: 'post',
    path: '/api/v1/sign-ins',
    parameters: { language },
    summary:
      'Connects the account at a provider about which this browser has asked, and says so by mail in ?language=de',
    request: connectSignInRequestSchema,
    success: { status: 204 },
    problems: [...written, ...changingSignIns, 'sign-in-taken'],
  },
  {
    method: 'post',
    path: '/api/v1/sign-ins/{provider}',
    parameters: { provider },
    summary:
      'Begins a visit at a provider, to connect it; the browser follows the address and asks after that',
    request: startConnectingRequestSchema,
    success: { status: 200, schema: z.object({ url: z.url() }) },
    problems: [...written, ...changingSignIns],
  },
  {
    method: 'delete',
    path: '/api/v1/sign-ins/{provider}',
    parameters: { provider, language },
    summary: 'Removes a provider, unless it is the last way in, and says so by mail in ?language=de',
    success: { status: 204 },
    problems: ['foreign-origin', ...changingSignIns, 'last-sign-in'],
  },
  {
    method: 'delete',
    path: '/api/v1/pending-sign-in',
    summary: 'Answers the question whether to connect with no',
    success: { status: 204 },
    problems: ['foreign-origin', ...signedOut],
  },
  {
    method: 'delete',
    path: '/api/v1/account',
    parameters: { language },
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
    success: { status: 200, otherMediaType: 'image/*', notModified: true },
    problems: [...signedOut, 'not-found'],
  },
  {
    method: 'get',
    path: '/api/v1/account/export',
    summary:
      'Everything of whoever is signed in; with ?format=csv as one table, in ?language=de with German words',
    success: { status: 200, schema: exportSchema, otherMediaType: 'text/csv' },
    parameters: { format: z.enum(['json', 'csv']), language },
    problems: [...signedOut, 'validation', 'too-many-requests', 'unavailable'],
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
    request: syncRequestWithChanges,
    success: { status: 200, schema: syncResponseSchema },
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
    success: { status: 200, otherMediaType: 'text/event-stream' },
    problems: [...signedOut, 'too-many-requests'],
  },
  {
    method: 'get',
    path: '/api/v1/billing/prices',
    parameters: { language },
    summary: 'What Pro would cost whoever is signed in; ?language=de for a screen in German',
    success: { status: 200, schema: pricesResponseSchema },
    problems: [...signedOut, 'too-many-requests', ...unpaid],
  },
  {
    method: 'post',
    path: '/api/v1/billing/checkout-sessions',
    summary: 'Begins the purchase of Pro; the browser follows the address',
    request: checkoutRequestSchema,
    success: { status: 201, schema: checkoutResponseSchema },
    problems: [...written, ...signedOut, 'already-pro', 'too-many-requests', ...unpaid],
  },
  {
    method: 'post',
    path: '/api/v1/billing/portal-sessions',
    summary: 'Opens the page where a subscription is managed; the browser follows the address',
    request: emptyBodySchema,
    success: { status: 201, schema: portalResponseSchema },
    problems: [...written, ...signedOut, 'no-customer', 'too-many-requests', ...unpaid],
  },
  {
    method: 'post',
    path: '/api/v1/billing/refresh',
    summary: 'Looks the plan up anew',
    request: emptyBodySchema,
    success: { status: 200, schema: refreshResponseSchema },
    problems: [...written, ...signedOut, 'too-many-requests'],
  },
  {
    method: 'post',
    path: '/api/v1/stripe/webhook',
    summary: 'Takes the signed notices of Stripe, whose own form their body has',
    success: { status: 200, schema: z.object({ received: z.literal(true) }) },
    problems: [...refusedNotice, 'too-large', 'server-error', 'unavailable'],
  },
  {
    method: 'post',
    path: '/api/v1/feedback',
    summary: 'Stores what a musician tells us',
    request: feedbackRequestSchema,
    success: { status: 204 },
    problems: [...written, ...signedOut, 'too-many-requests'],
    forGuestsToo: true,
  },
  {
    method: 'post',
    path: '/api/v1/events',
    summary: 'Takes up to 50 analytics events',
    request: eventsRequestSchema,
    success: { status: 204 },
    problems: [...written, ...signedOut, 'too-many-requests'],
    forGuestsToo: true,
  },
  {
    method: 'get',
    path: '/api/v1/config',
    summary: 'What this server has been set up with',
    success: { status: 200, schema: configResponseSchema },
    problems: [],
  },
]

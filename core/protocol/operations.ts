import * as z from 'zod/mini'
import { BILLING_INTERVALS, CURRENCIES } from '#core/plan/prices.ts'
import { feedbackTextSchema, plainTextSchema } from './plain-text.ts'
import { boundedListSchema, type Operation } from './operation.ts'
import { SOCIAL_PROVIDERS } from './sign-in.ts'
import { usageEventSchema, MAX_EVENTS_PER_REQUEST } from './usage-event.ts'

// Sync and the export are described beside their schemas, in sync-protocol.ts and export-format.ts, which the first screen
// does not need.

const time = z.int()
const user = z.object({ id: z.string(), name: z.string(), email: z.string(), image: z.nullable(z.string()) })
// Browsers follow this address, so it must not be one of a script.
const webAddress = z.url({ protocol: /^https?$/ })
const provider = z.enum(SOCIAL_PROVIDERS)
const stripeRole = z.nullable(z.literal('pro'))
const language = z
  .string()
  .check(
    z.describe('The language of what is written, such as de; English where this server has no texts in it'),
  )
const writtenIn = plainTextSchema(35).check(z.minLength(1))
const empty = z.strictObject({})
const widgetIds = z.object({ de: z.string(), en: z.string() })
const socialStart = {
  way: z.enum(['popup', 'page']),
  /** The browser tab creates this id, and recognizes the result of the sign-in by it. */
  attempt: z.uuid(),
}

const unpaid = ['payment-provider-failed', 'billing-not-configured'] as const

export const getConfig = {
  method: 'GET',
  path: '/api/v1/config',
  summary: 'What this server has been set up with',
  response: z.object({
    providers: z.array(provider),
    billing: z.boolean(),
    testPayments: z.boolean(),
    /** The external widget that replaces the feedback dialog (D11). A token in `script` is no secret. */
    widget: z.nullable(z.object({ script: z.url(), ids: z.object({ nav: widgetIds, done: widgetIds }) })),
    /** The host to which the server forwards analytics events if the user agrees; null without one. */
    sink: z.nullable(z.string()),
    operator: z.object({
      name: z.nullable(z.string()),
      address: z.nullable(z.string()),
      email: z.nullable(z.string()),
    }),
    /** Where developers read mails: in the terminal or at /dev/mailbox ('link'). 'none' if mails are sent. */
    mailbox: z.enum(['none', 'terminal', 'link']),
  }),
  caller: 'anybody',
} as const satisfies Operation

export const getSession = {
  method: 'GET',
  path: '/api/v1/session',
  summary: 'Who is signed in, with which plan, since when',
  response: z.object({
    user: z.nullable(user),
    stripeRole,
    signedInAt: z.nullable(time),
    ended: z.nullable(z.enum(['session-revoked', 'account-deleted'])),
  }),
  caller: 'anybody',
} as const satisfies Operation

export const postSignInLink = {
  method: 'POST',
  path: '/api/v1/sign-in-links',
  summary: 'Sends a mail with a sign-in link and a code, whether or not the address is known',
  request: z.strictObject({ email: z.string(), language: z.optional(z.string()) }),
  problems: ['mail-failed'],
  caller: 'anybody',
} as const satisfies Operation

export const postSignInConfirmation = {
  method: 'POST',
  path: '/api/v1/sign-in-links/confirm',
  summary: 'Signs in with the token of a link, or with the code in the browser that asked for it',
  request: z.strictObject({
    email: z.string(),
    token: z.optional(z.string()),
    code: z.optional(z.string()),
  }),
  response: z.object({ user, created: z.boolean() }),
  problems: ['link-invalid', 'link-used', 'too-many-codes'],
  caller: 'anybody',
} as const satisfies Operation

export const postSignInLinkOwner = {
  method: 'POST',
  path: '/api/v1/sign-in-links/owner',
  summary: 'Tells whoever is signed in whether a link is theirs, or the masked address of whom it is for',
  request: z.strictObject({ token: z.string().check(z.maxLength(200)) }),
  response: z.object({ email: z.string(), isYours: z.boolean() }),
  problems: ['link-invalid'],
  caller: 'user',
} as const satisfies Operation

export const postSignOut = {
  method: 'POST',
  path: '/api/v1/sign-out',
  summary: 'Ends the session',
  problems: ['foreign-origin'],
  caller: 'anybody',
} as const satisfies Operation

export const postSocialSignIn = {
  method: 'POST',
  path: '/api/auth/sign-in/social',
  summary: 'Begins a sign-in at a provider; the browser follows the address',
  request: z.strictObject({ provider, ...socialStart }),
  response: z.object({ url: webAddress }),
  problems: ['not-found'],
  caller: 'anybody',
} as const satisfies Operation

export const getSessions = {
  method: 'GET',
  path: '/api/v1/sessions',
  summary: 'Where whoever is signed in is signed in, without any token',
  response: z.object({
    sessions: z.array(
      z.object({
        id: z.string(),
        createdAt: time,
        lastSeenAt: time,
        browser: z.nullable(z.string()),
        system: z.nullable(z.string()),
        current: z.boolean(),
      }),
    ),
  }),
  caller: 'user',
} as const satisfies Operation

export const deleteOtherSessions = {
  method: 'DELETE',
  path: '/api/v1/sessions',
  summary: 'Ends every session but this one',
  problems: ['fresh-session-required'],
  caller: 'user',
} as const satisfies Operation

export const deleteSessionById = {
  method: 'DELETE',
  path: '/api/v1/sessions/{id}',
  parameters: { id: z.string() },
  summary: 'Ends one session',
  problems: ['fresh-session-required', 'not-found'],
  caller: 'user',
} as const satisfies Operation

export const getSignInMethods = {
  method: 'GET',
  path: '/api/v1/sign-ins',
  summary: 'The ways in which whoever is signed in signs in',
  response: z.object({
    signIns: z.array(z.object({ provider: z.enum(['email', ...SOCIAL_PROVIDERS]), since: time })),
  }),
  caller: 'user',
} as const satisfies Operation

export const postConnectStart = {
  method: 'POST',
  path: '/api/v1/sign-ins/{provider}',
  parameters: { provider, language },
  summary: 'Begins a visit at a provider that connects it, and says so by mail in ?language=de',
  request: z.strictObject(socialStart),
  response: z.object({ url: webAddress }),
  problems: ['fresh-session-required', 'not-found'],
  caller: 'user',
} as const satisfies Operation

export const deleteProvider = {
  method: 'DELETE',
  path: '/api/v1/sign-ins/{provider}',
  parameters: { provider, language },
  summary: 'Removes a provider, unless it is the last way in, and says so by mail in ?language=de',
  problems: ['fresh-session-required', 'not-found'],
  caller: 'user',
} as const satisfies Operation

export const deleteAccount = {
  method: 'DELETE',
  path: '/api/v1/account',
  parameters: { language },
  summary: 'Ends the subscription, deletes everything, and says so by mail in ?language=de',
  problems: ['fresh-session-required', 'payment-provider-failed'],
  caller: 'user',
} as const satisfies Operation

export const getAvatar = {
  method: 'GET',
  path: '/api/v1/account/avatar',
  summary: 'The picture of whoever is signed in',
  mediaType: 'image/*',
  problems: ['not-found'],
  caller: 'user',
} as const satisfies Operation

export const getRevisionEvents = {
  method: 'GET',
  path: '/api/v1/live',
  summary: 'Server-sent events: the number of the newest revision',
  mediaType: 'text/event-stream',
  caller: 'user',
} as const satisfies Operation

export const getPrices = {
  method: 'GET',
  path: '/api/v1/billing/prices',
  parameters: { language },
  summary: 'What Pro would cost whoever is signed in; ?language=de for a screen in German',
  response: z.object({ currency: z.enum(CURRENCIES), month: z.number(), year: z.number() }),
  problems: unpaid,
  caller: 'user',
} as const satisfies Operation

export const postCheckout = {
  method: 'POST',
  path: '/api/v1/billing/checkout-sessions',
  summary: 'Begins the purchase of Pro; the browser follows the address',
  request: z.strictObject({ interval: z.enum(BILLING_INTERVALS), language: writtenIn }),
  response: z.object({
    sessionId: z.string(),
    url: webAddress,
    currency: z.enum(CURRENCIES),
    value: z.number(),
  }),
  status: 201,
  problems: ['already-pro', ...unpaid],
  caller: 'user',
} as const satisfies Operation

export const postBillingPortal = {
  method: 'POST',
  path: '/api/v1/billing/portal-sessions',
  summary: 'Opens the page where a subscription is managed; the browser follows the address',
  request: empty,
  response: z.object({ url: webAddress }),
  status: 201,
  problems: ['no-customer', ...unpaid],
  caller: 'user',
} as const satisfies Operation

export const postPlanRefresh = {
  method: 'POST',
  path: '/api/v1/billing/refresh',
  summary: 'Looks the plan up anew',
  request: empty,
  response: z.object({
    stripeRole,
    /** Null without a subscription, if Stripe does not answer, or while a payment is past due. */
    subscription: z.nullable(
      z.object({
        /** Null if a discount changes the price. */
        price: z.nullable(
          z.object({ interval: z.enum(BILLING_INTERVALS), currency: z.enum(CURRENCIES), value: z.number() }),
        ),
        /** In ms since 1970. At this time the subscription is renewed if `isRenewed`; otherwise it ends. */
        periodEnd: z.number(),
        isRenewed: z.boolean(),
      }),
    ),
  }),
  caller: 'user',
} as const satisfies Operation

export const postStripeEvent = {
  method: 'POST',
  path: '/api/v1/stripe/webhook',
  summary: 'Takes the signed notices of Stripe, whose own form their body has',
  response: z.object({ received: z.literal(true) }),
  problems: ['bad-signature', 'malformed-request', 'too-large', 'billing-not-configured'],
  caller: 'anybody',
} as const satisfies Operation

export const postFeedback = {
  method: 'POST',
  path: '/api/v1/feedback',
  summary: 'Stores what a musician tells us',
  request: z.strictObject({
    /** The server stores and mails a message only once, even if it is sent again with the same id. */
    id: z.optional(z.uuid()),
    kind: z.optional(z.enum(['feedback', 'support'])),
    text: feedbackTextSchema,
    language: writtenIn,
    /** The URL path of the screen, without ids. */
    screen: plainTextSchema(200).check(z.minLength(1)),
    /** In ms since 1970 by the device's clock. The message may have waited long for a connection. */
    writtenAt: z.optional(z.int().check(z.minimum(0))),
  }),
  caller: 'user-or-guest',
} as const satisfies Operation

export const postEvents = {
  method: 'POST',
  path: '/api/v1/events',
  summary: 'Takes up to 50 analytics events',
  request: z.strictObject({
    events: boundedListSchema(usageEventSchema, 1, MAX_EVENTS_PER_REQUEST),
    /** The external host with which the user agreed to share the events; absent without consent. */
    share: z.optional(z.string().check(z.minLength(1), z.maxLength(300))),
  }),
  caller: 'user-or-guest',
} as const satisfies Operation

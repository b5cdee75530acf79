import * as z from 'zod/mini'
import { BILLING_INTERVALS, CURRENCIES } from '#core/plan/prices.ts'
import { feedbackTextSchema, plainTextSchema } from './plain-text.ts'
import { signedOut, unreadable, boundedListSchema, type Operation } from './operation.ts'
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
/** The widget's id in each language. */
const widgetIds = z.object({ de: z.string(), en: z.string() })
const socialStart = {
  way: z.enum(['popup', 'page']),
  /** An id that the requesting tab generates, to recognize the result among those of other tabs. */
  attempt: z.uuid(),
}

const written = [...unreadable, 'validation'] as const
const changingSignIns = [...signedOut, 'fresh-session-required', 'too-many-requests', 'not-found'] as const
const unpaid = ['payment-provider-failed', 'billing-not-configured'] as const

export const getConfig = {
  method: 'GET',
  path: '/api/v1/config',
  summary: 'What this server has been set up with',
  response: z.object({
    providers: z.array(provider),
    billing: z.boolean(),
    /** True if a local replacement for Stripe handles payments, so that the app can say that no money moves (D8). */
    testPayments: z.boolean(),
    /** The external widget that replaces our dialog (D11). Its token is no secret: every browser loads its script. */
    widget: z.nullable(z.object({ script: z.url(), ids: z.object({ nav: widgetIds, done: widgetIds }) })),
    /** The host name of the server to which events are forwarded with the user's consent, or null. */
    sink: z.nullable(z.string()),
    operator: z.object({
      name: z.nullable(z.string()),
      address: z.nullable(z.string()),
      email: z.nullable(z.string()),
    }),
    /**
     * Where a developer finds the mails of a server that sends none. 'link' means at /dev/mailbox, if this browser may
     * open the mailbox (rule MA6). 'terminal' means in the server's terminal. 'none' means that the server sends mails.
     */
    mailbox: z.enum(['none', 'terminal', 'link']),
  }),
  problems: [],
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
  problems: [],
  caller: 'anybody',
} as const satisfies Operation

export const postSignInLink = {
  method: 'POST',
  path: '/api/v1/sign-in-links',
  summary: 'Sends a mail with a sign-in link and a code, whether or not the address is known',
  request: z.strictObject({ email: z.string(), language: z.optional(z.string()) }),
  problems: [...written, 'too-many-requests', 'mail-failed'],
  caller: 'anybody',
} as const satisfies Operation

export const postConfirmation = {
  method: 'POST',
  path: '/api/v1/sign-in-links/confirm',
  summary: 'Signs in with the token of a link, or with the code in the browser that asked for it',
  request: z.strictObject({
    email: z.string(),
    token: z.optional(z.string()),
    code: z.optional(z.string()),
  }),
  response: z.object({ user, created: z.boolean() }),
  problems: [...written, 'link-invalid', 'link-used', 'too-many-requests', 'too-many-codes'],
  caller: 'anybody',
} as const satisfies Operation

/** Tells to whom a sign-in link was sent: the masked address, and whether it is the asking user's own. */
export const postSignInLinkOwner = {
  method: 'POST',
  path: '/api/v1/sign-in-links/owner',
  summary: 'Tells whoever is signed in whether a link is theirs, or the masked address of whom it is for',
  request: z.strictObject({ token: z.string().check(z.maxLength(200)) }),
  response: z.object({ email: z.string(), isYours: z.boolean() }),
  problems: [...written, ...signedOut, 'link-invalid', 'too-many-requests'],
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
  problems: [...written, 'not-found', 'too-many-requests'],
  caller: 'anybody',
} as const satisfies Operation

export const getSessions = {
  method: 'GET',
  path: '/api/v1/sessions',
  summary: 'Where whoever is signed in is signed in, without any token',
  response: z.object({
    /** One for each browser in which the user is signed in. This one comes first. */
    sessions: z.array(
      z.object({
        id: z.string(),
        createdAt: time,
        lastSeenAt: time,
        /** Names of the browser and the operating system, or null if unknown. */
        browser: z.nullable(z.string()),
        system: z.nullable(z.string()),
        current: z.boolean(),
      }),
    ),
  }),
  problems: signedOut,
  caller: 'user',
} as const satisfies Operation

export const deleteOtherSessions = {
  method: 'DELETE',
  path: '/api/v1/sessions',
  summary: 'Ends every session but this one',
  problems: ['foreign-origin', 'fresh-session-required', ...signedOut],
  caller: 'user',
} as const satisfies Operation

export const deleteSession = {
  method: 'DELETE',
  path: '/api/v1/sessions/{id}',
  parameters: { id: z.string() },
  summary: 'Ends one session',
  problems: ['foreign-origin', 'fresh-session-required', 'not-found', ...signedOut],
  caller: 'user',
} as const satisfies Operation

export const getSignIns = {
  method: 'GET',
  path: '/api/v1/sign-ins',
  summary: 'The ways in which whoever is signed in signs in',
  response: z.object({
    signIns: z.array(z.object({ provider: z.enum(['email', ...SOCIAL_PROVIDERS]), since: time })),
  }),
  problems: signedOut,
  caller: 'user',
} as const satisfies Operation

export const postSignInVisit = {
  method: 'POST',
  path: '/api/v1/sign-ins/{provider}',
  parameters: { provider, language },
  summary: 'Begins a visit at a provider that connects it, and says so by mail in ?language=de',
  request: z.strictObject(socialStart),
  response: z.object({ url: webAddress }),
  problems: [...written, ...changingSignIns],
  caller: 'user',
} as const satisfies Operation

export const deleteSignIn = {
  method: 'DELETE',
  path: '/api/v1/sign-ins/{provider}',
  parameters: { provider, language },
  summary: 'Removes a provider, unless it is the last way in, and says so by mail in ?language=de',
  problems: ['foreign-origin', ...changingSignIns],
  caller: 'user',
} as const satisfies Operation

export const deleteAccount = {
  method: 'DELETE',
  path: '/api/v1/account',
  parameters: { language },
  summary: 'Ends the subscription, deletes everything, and says so by mail in ?language=de',
  problems: [
    'foreign-origin',
    'fresh-session-required',
    'too-many-requests',
    'payment-provider-failed',
    ...signedOut,
  ],
  caller: 'user',
} as const satisfies Operation

export const getAvatar = {
  method: 'GET',
  path: '/api/v1/account/avatar',
  summary: 'The picture of whoever is signed in',
  mediaType: 'image/*',
  problems: [...signedOut, 'not-found'],
  caller: 'user',
} as const satisfies Operation

export const getLive = {
  method: 'GET',
  path: '/api/v1/live',
  summary: 'Server-sent events: the number of the newest revision',
  mediaType: 'text/event-stream',
  problems: [...signedOut, 'too-many-requests'],
  caller: 'user',
} as const satisfies Operation

export const getPrices = {
  method: 'GET',
  path: '/api/v1/billing/prices',
  parameters: { language },
  summary: 'What Pro would cost whoever is signed in; ?language=de for a screen in German',
  response: z.object({ currency: z.enum(CURRENCIES), month: z.number(), year: z.number() }),
  problems: [...signedOut, 'too-many-requests', ...unpaid],
  caller: 'user',
} as const satisfies Operation

export const postCheckout = {
  method: 'POST',
  path: '/api/v1/billing/checkout-sessions',
  summary: 'Begins the purchase of Pro; the browser follows the address',
  request: z.strictObject({ interval: z.enum(BILLING_INTERVALS), language: writtenIn }),
  /** The id and the address of Stripe's page, and the price that the page charges. */
  response: z.object({
    sessionId: z.string(),
    url: webAddress,
    currency: z.enum(CURRENCIES),
    value: z.number(),
  }),
  status: 201,
  problems: [...written, ...signedOut, 'already-pro', 'too-many-requests', ...unpaid],
  caller: 'user',
} as const satisfies Operation

export const postPortal = {
  method: 'POST',
  path: '/api/v1/billing/portal-sessions',
  summary: 'Opens the page where a subscription is managed; the browser follows the address',
  request: empty,
  response: z.object({ url: webAddress }),
  status: 201,
  problems: [...written, ...signedOut, 'no-customer', 'too-many-requests', ...unpaid],
  caller: 'user',
} as const satisfies Operation

export const postPlanRefresh = {
  method: 'POST',
  path: '/api/v1/billing/refresh',
  summary: 'Looks the plan up anew',
  request: empty,
  response: z.object({ stripeRole }),
  problems: [...written, ...signedOut, 'too-many-requests'],
  caller: 'user',
} as const satisfies Operation

export const postStripeEvent = {
  method: 'POST',
  path: '/api/v1/stripe/webhook',
  summary: 'Takes the signed notices of Stripe, whose own form their body has',
  response: z.object({ received: z.literal(true) }),
  problems: [
    'bad-signature',
    'malformed-request',
    'too-large',
    'server-error',
    'unavailable',
    'billing-not-configured',
  ],
  caller: 'anybody',
} as const satisfies Operation

export const postFeedback = {
  method: 'POST',
  path: '/api/v1/feedback',
  summary: 'Stores what a musician tells us',
  request: z.strictObject({
    /** Generated on the device, so that a message that is sent twice is stored and mailed only once. */
    id: z.optional(z.uuid()),
    /** 'feedback' by default. A support request, which is part of Pro, requires a signed-in user. */
    kind: z.optional(z.enum(['feedback', 'support'])),
    text: feedbackTextSchema,
    language: writtenIn,
    /** Path of the screen on which the message was written, without ids. */
    screen: plainTextSchema(200).check(z.minLength(1)),
    /** Time of writing by the device's clock, in milliseconds. A message may wait long for a connection. */
    writtenAt: z.optional(z.int().check(z.minimum(0))),
  }),
  problems: [...written, ...signedOut, 'too-many-requests'],
  caller: 'user-or-guest',
} as const satisfies Operation

export const postEvents = {
  method: 'POST',
  path: '/api/v1/events',
  summary: 'Takes up to 50 analytics events',
  request: z.strictObject({
    events: boundedListSchema(usageEventSchema, 1, MAX_EVENTS_PER_REQUEST),
    /** The host name of the external server to which the user has agreed to forward these events. */
    share: z.optional(z.string().check(z.minLength(1), z.maxLength(300))),
  }),
  problems: [...written, ...signedOut, 'too-many-requests'],
  caller: 'user-or-guest',
} as const satisfies Operation

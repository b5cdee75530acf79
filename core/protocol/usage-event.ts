import * as z from 'zod/mini'

/** In ms since 1970 by the device's clock. */
const at = z.int().check(z.minimum(0))
const method = z.enum(['Google', 'Facebook', 'Twitter', 'Email'])
// Without query and fragment, which may hold a sign-in token, and without characters that PostgreSQL does not store.
const path = z.string().check(
  z.maxLength(1000, { abort: true }),
  z.overwrite(text => text.toWellFormed().replaceAll(/\p{Cc}/gu, '')),
  z.maxLength(200),
  z.regex(/^\/[^?#]*$/),
)

export const usageEventSchema = z.discriminatedUnion('name', [
  z.strictObject({ name: z.literal('session_start'), at }),
  z.strictObject({ name: z.literal('login'), at, method }),
  z.strictObject({ name: z.literal('sign_up'), at, method }),
  z.strictObject({ name: z.literal('page_view'), at, path }),
  z.strictObject({ name: z.literal('add_piece'), at }),
  z.strictObject({
    name: z.literal('begin_checkout'),
    at,
    currency: z.enum(['EUR', 'USD']),
    value: z.number().check(z.minimum(0), z.maximum(1000)),
  }),
  z.strictObject({ name: z.literal('start_practice'), at }),
  z.strictObject({ name: z.literal('finish_practice'), at }),
])

export type UsageEvent = z.infer<typeof usageEventSchema>
export type AnalyticsSignInMethod = z.infer<typeof method>

export type UsageEventWithoutTime = WithoutPlace<UsageEvent>

type WithoutPlace<Event> = Event extends UsageEvent ? Omit<Event, 'at'> : never

export const MAX_EVENTS_PER_REQUEST = 50

/** The first event after a longer pause starts a new visit (D12, rule AN1). */
export const VISIT_TIMEOUT_MS = 30 * 60_000

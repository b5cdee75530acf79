import * as z from 'zod/mini'

/** How many events are sent and taken at a time (rule HT14). */
export const MOST_EVENTS = 50

/** So long without an event, and the next one begins another visit (D12, rule AN1). */
export const VISIT_ENDS_AFTER_MS = 30 * 60_000

// The device's name for an event, so that one that was sent twice is counted once; whoever sends without is trusted
// to send once.
const id = z.optional(z.uuid())
/** Milliseconds. */
const at = z.int().check(z.minimum(0))
const method = z.enum(['Google', 'Facebook', 'Twitter', 'Email'])
// Without query and fragment: what stands there may be a sign-in. Without the characters that no database keeps.
const path = z.string().check(
  z.overwrite(text => text.toWellFormed().replaceAll(/\p{Cc}/gu, '')),
  z.maxLength(200),
  z.regex(/^\/[^?#]*$/),
)

/** The events that are counted, each with what belongs to it and nothing else (spec 7, rule HT14). */
export const usageEvent = z.discriminatedUnion('name', [
  z.strictObject({ name: z.literal('session_start'), id, at }),
  z.strictObject({ name: z.literal('login'), id, at, method }),
  z.strictObject({ name: z.literal('sign_up'), id, at, method }),
  z.strictObject({ name: z.literal('page_view'), id, at, path }),
  z.strictObject({ name: z.literal('add_piece'), id, at }),
  z.strictObject({
    name: z.literal('begin_checkout'),
    id,
    at,
    currency: z.enum(['EUR', 'USD']),
    value: z.number().check(z.minimum(0), z.maximum(1000)),
  }),
  z.strictObject({ name: z.literal('start_practice'), id, at }),
  z.strictObject({ name: z.literal('finish_practice'), id, at }),
])

export type UsageEvent = z.infer<typeof usageEvent>
export type EventName = UsageEvent['name']
export type SignInMethod = z.infer<typeof method>

/** An event as it happens: when, and under which id, is added by whoever counts it. */
export type NewEvent = WithoutPlace<UsageEvent>

/** The eight names. */
export const EVENT_NAMES: readonly EventName[] = usageEvent.def.options.flatMap(
  ({ shape }): readonly EventName[] => shape.name.def.values,
)

type WithoutPlace<Event> = Event extends UsageEvent ? Omit<Event, 'id' | 'at'> : never

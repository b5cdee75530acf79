import type { NewUsageEvent } from '#core/protocol/usage-event.ts'
import type { OpenStore } from '#web/store/store-interface.ts'

/** An analytics event with its time and the user who caused it. */
export type TrackedEvent = {
  readonly event: NewUsageEvent
  /** Time of the event, in ms of the device's clock. */
  readonly at: number
  /** Id of the user, or null for a signed-out visitor. */
  readonly userId: string | null
  /** Store that queues the event, or null if the visitor is signed out or the browser has no database. */
  readonly store: OpenStore | null
  /** True if the visit of a signed-out visitor began on an earlier page. */
  readonly hasComeBack: boolean
}

import type { NewUsageEvent } from '#core/protocol/usage-event.ts'
import type { OpenStore } from '#web/store/store-interface.ts'

/** An analytics event with its time, and the id of the user whose action it records. */
export type TrackedEvent = {
  readonly event: NewUsageEvent
  /** Milliseconds of the device's clock. */
  readonly at: number
  /** Id of the user, or null for a signed-out visitor. */
  readonly userId: string | null
  /** Store that queues the event, or null if the visitor is signed out or the browser has no database. */
  readonly store: OpenStore | null
  /** Whether a signed-out visitor's visit began on an earlier page. */
  readonly hasComeBack: boolean
}

import { whenIdle } from '#web/concurrency/when-idle.ts'
import type { NewUsageEvent } from '#core/protocol/usage-event.ts'
import { currentStore } from '#web/store/current-store.ts'
import { lastUserId } from '#web/store/last-user.ts'
import type { TrackedEvent } from './tracked-event.ts'

// More events than a visitor causes before the delivery code is loaded.
const MOST_HELD = 100

const happened: TrackedEvent[] = []
let hasComeBack = false
let delivery: Promise<typeof import('./analytics-delivery.ts')> | null = null

/**
 * Records an analytics event (spec 7, D12). Returns immediately and never throws. Records nothing if the browser sends
 * Do Not Track or Global Privacy Control (rule AN8).
 */
export function trackEvent(event: NewUsageEvent): void {
  if (hasOptedOutOfTracking() || happened.length === MOST_HELD) return
  const store = currentStore.get()
  happened.push({ event, at: Date.now(), userId: store?.userId ?? lastUserId(), store, hasComeBack })
  if (delivery === null) whenIdle(() => void deliver())
  else void deliver()
}

/**
 * Prevents the next analytics event from starting a new visit. Called when the user opens a sign-in link, because the
 * visit began when the user requested the link (rule AN2).
 */
export function markVisitContinued(): void {
  hasComeBack = true
}

/** Sends all queued analytics events before the user leaves. Makes only one attempt of a few seconds. Never rejects. */
export async function flushEvents(): Promise<void> {
  if (hasOptedOutOfTracking()) return
  await deliver()
  await delivery?.then(({ flushQueuedEvents }) => flushQueuedEvents())
}

async function deliver(): Promise<void> {
  try {
    delivery ??= import('./analytics-delivery.ts')
    const { enqueueEvents: enqueue } = await delivery
    enqueue(happened.splice(0))
  } catch {
    // The network failed before the delivery code was loaded. The next event tries again.
    delivery = null
  }
}

/** Returns true if the browser sends Do Not Track or Global Privacy Control (rule AN8). */
export const hasOptedOutOfTracking = (): boolean =>
  navigator.doNotTrack === '1' ||
  ('globalPrivacyControl' in navigator && navigator.globalPrivacyControl === true)

import { whenIdle } from '#web/concurrency/when-idle.ts'
import type { DeviceLibrary } from '#web/store/device-library.ts'
import { lastUserId } from '#web/store/last-user.ts'
import { hasOptedOutOfTracking, type Analytics } from './analytics.ts'
import type { AnalyticsDelivery } from './analytics-delivery.ts'
import type { TrackedEvent } from './tracked-event.ts'

// More events than a visitor causes before the delivery code is loaded.
const MOST_HELD = 100

/** Creates the functions for analytics. The code that sends events is loaded after the first event. */
export function createAnalytics(device: DeviceLibrary): Analytics {
  const happened: TrackedEvent[] = []
  let hasComeBack = false
  let viewedPage: string | null = null
  let delivery: Promise<AnalyticsDelivery> | null = null

  async function deliver(): Promise<void> {
    try {
      delivery ??= import('./analytics-delivery.ts').then(code => code.createAnalyticsDelivery(device))
      const { enqueueEvents } = await delivery
      enqueueEvents(happened.splice(0))
    } catch {
      // The network failed before the delivery code was loaded. The next event tries again.
      delivery = null
    }
  }

  return {
    trackEvent(event) {
      if (hasOptedOutOfTracking() || happened.length === MOST_HELD) return
      const store = device.store.get()
      happened.push({ event, at: Date.now(), userId: store?.userId ?? lastUserId(), store, hasComeBack })
      if (delivery === null) whenIdle(() => void deliver())
      else void deliver()
    },
    noteViewedPage(pathname) {
      const isNew = pathname !== viewedPage
      viewedPage = pathname
      return isNew
    },
    markVisitContinued() {
      hasComeBack = true
    },
    async flushEvents() {
      if (hasOptedOutOfTracking()) return
      await deliver()
      await delivery?.then(({ flushQueuedEvents }) => flushQueuedEvents())
    },
  }
}

import { createContext, use } from 'react'
import { requireProvided } from '#web/concurrency/observable.ts'
import type { UsageEventWithoutTime } from '#core/protocol/usage-event.ts'

export type Analytics = {
  /** Returns at once; never throws. Ignores events if the browser asks not to be tracked (D12, AN8). */
  readonly trackEvent: (event: UsageEventWithoutTime) => void
  /** Returns true if the path differs from the previous one, so that this counts as a page view (AN4). */
  readonly noteViewedPage: (pathname: string) => boolean
  /** The next event starts no new visit: a sign-in link continues the visit that requested it (rule AN1). */
  readonly markVisitContinued: () => void
  /** Sends all events now. Resolves when this has succeeded or failed. Call it before a sign-out. */
  readonly flushEvents: () => Promise<void>
  readonly forgetUser: () => void
}

export const AnalyticsContext = createContext<Analytics | null>(null)

export const useAnalytics = (): Analytics => requireProvided(use(AnalyticsContext))

/** True if Do Not Track or Global Privacy Control is switched on (rule AN8). */
export const hasOptedOutOfTracking = (): boolean =>
  navigator.doNotTrack === '1' ||
  ('globalPrivacyControl' in navigator && navigator.globalPrivacyControl === true)

import { createContext, use } from 'react'
import { requireProvided } from '#web/concurrency/observable.ts'
import type { UsageEventWithoutTime } from '#core/protocol/usage-event.ts'

export type Analytics = {
  /** Never throws. Does nothing if the browser asks not to be tracked (rule AN8). */
  readonly trackEvent: (event: UsageEventWithoutTime) => void
  /** Returns false if `pathname` is the same as in the previous call: that is no new page view (rule AN4). */
  readonly noteViewedPage: (pathname: string) => boolean
  /** After this call, the next event does not start a new visit (rule AN1). */
  readonly markVisitContinued: () => void
  /** Never rejects. Call it before a sign-out: afterwards, the user's events cannot be sent. */
  readonly flushEvents: () => Promise<void>
  readonly forgetUser: () => void
}

export const AnalyticsContext = createContext<Analytics | null>(null)

export const useAnalytics = (): Analytics => requireProvided(use(AnalyticsContext))

export const hasOptedOutOfTracking = (): boolean =>
  navigator.doNotTrack === '1' ||
  ('globalPrivacyControl' in navigator && navigator.globalPrivacyControl === true)

import { createContext, use } from 'react'
import { requireProvided } from '#web/concurrency/observable.ts'
import type { NewUsageEvent } from '#core/protocol/usage-event.ts'

/** Created once, at the start of the app. */
export type Analytics = {
  /** Returns at once, never throws. Records nothing if the browser asks not to be tracked (D12, AN8). */
  readonly trackEvent: (event: NewUsageEvent) => void
  /** Returns true if the path differs from the last one: it then counts as a page view (rule AN4). */
  readonly noteViewedPage: (pathname: string) => boolean
  /** Keeps the next event from beginning a visit: a sign-in link's began where it was requested (AN1). */
  readonly markVisitContinued: () => void
  /** Resolves when the server has answered; never rejects. Called before a sign-out. */
  readonly flushEvents: () => Promise<void>
  /** Called after a sign-out. */
  readonly forgetUser: () => void
}

export const AnalyticsContext = createContext<Analytics | null>(null)

export const useAnalytics = (): Analytics => requireProvided(use(AnalyticsContext))

/** True with Do Not Track or Global Privacy Control (rule AN8). */
export const hasOptedOutOfTracking = (): boolean =>
  navigator.doNotTrack === '1' ||
  ('globalPrivacyControl' in navigator && navigator.globalPrivacyControl === true)

import { createContext, use } from 'react'
import { provided } from '#web/concurrency/provided.ts'
import type { NewUsageEvent } from '#core/protocol/usage-event.ts'

/** Records analytics events and sends them to the server. Created once, at the start of the app. */
export type Analytics = {
  /**
   * Records an analytics event (spec 7, D12). Returns immediately and never throws. Records nothing if the browser
   * sends Do Not Track or Global Privacy Control (rule AN8).
   */
  readonly trackEvent: (event: NewUsageEvent) => void
  /**
   * Stores the path of the page that is viewed now. Returns false if the same path was stored last, because that does
   * not count as another page view (rule AN4).
   */
  readonly noteViewedPage: (pathname: string) => boolean
  /**
   * Prevents the next analytics event from starting a new visit. Called when the user opens a sign-in link, because the
   * visit began when the user requested the link (rule AN2).
   */
  readonly markVisitContinued: () => void
  /**
   * Sends all queued events before the user leaves the page. Makes only one attempt of a few seconds. Never rejects.
   */
  readonly flushEvents: () => Promise<void>
}

/** React context that contains the functions for analytics. `App` sets its value. */
export const AnalyticsContext = createContext<Analytics | null>(null)

/** Returns the functions that record and send analytics events. Throws outside the app. */
export const useAnalytics = (): Analytics => provided(use(AnalyticsContext))

/** Returns true if the browser sends Do Not Track or Global Privacy Control (rule AN8). */
export const hasOptedOutOfTracking = (): boolean =>
  navigator.doNotTrack === '1' ||
  ('globalPrivacyControl' in navigator && navigator.globalPrivacyControl === true)

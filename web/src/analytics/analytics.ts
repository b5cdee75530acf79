import { createContext, use } from 'react'
import { provided } from '#web/concurrency/observable.ts'
import type { NewUsageEvent } from '#core/protocol/usage-event.ts'

/** Functions that record analytics events and send them to the server. Created once, at the start of the app. */
export type Analytics = {
  /**
   * Records an analytics event (spec 7, D12). Returns immediately and never throws. Records nothing if the browser
   * sends Do Not Track or Global Privacy Control (rule AN8).
   */
  readonly trackEvent: (event: NewUsageEvent) => void
  /**
   * Stores the path of the page that the visitor views now. Returns true if it differs from the path stored before,
   * which means that it counts as a page view, otherwise false (rule AN4).
   */
  readonly noteViewedPage: (pathname: string) => boolean
  /**
   * Prevents the next analytics event from starting a new visit. Called when the user opens a sign-in link, because the
   * visit began when the user requested the link (rule AN1).
   */
  readonly markVisitContinued: () => void
  /**
   * Sends the events that have not been sent yet, and resolves when the server has answered. Called before a sign-out;
   * a page that is hidden or left does so by itself. Never rejects.
   */
  readonly flushEvents: () => Promise<void>
  /** Forgets what this browser remembers of the user for analytics. Called after a sign-out. */
  readonly forgetUser: () => void
}

/** React context that contains the functions for analytics. `App` sets its value. */
export const AnalyticsContext = createContext<Analytics | null>(null)

/** Returns the functions that record and send analytics events. Throws outside `AnalyticsContext`. */
export const useAnalytics = (): Analytics => provided(use(AnalyticsContext))

/** Returns true if the browser sends Do Not Track or Global Privacy Control (rule AN8). */
export const hasOptedOutOfTracking = (): boolean =>
  navigator.doNotTrack === '1' ||
  ('globalPrivacyControl' in navigator && navigator.globalPrivacyControl === true)

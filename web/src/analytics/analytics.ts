import { createContext, use } from 'react'
import { provided } from '#web/concurrency/provided.ts'
import type { NewUsageEvent } from '#core/protocol/usage-event.ts'

/** Records and sends the analytics events of an app. Created once, at the start of the app. */
export type Analytics = {
  /**
   * Records an analytics event (spec 7, D12). Returns immediately and never throws. Records nothing if the browser
   * sends Do Not Track or Global Privacy Control (rule AN8).
   */
  readonly trackEvent: (event: NewUsageEvent) => void
  /** Notes which page is viewed. Returns false if it is the one noted last, which is no second view (rule AN4). */
  readonly noteViewedPage: (pathname: string) => boolean
  /**
   * Prevents the next analytics event from starting a new visit. Called when the user opens a sign-in link, because the
   * visit began when the user requested the link (rule AN2).
   */
  readonly markVisitContinued: () => void
  /** Sends all queued events before the user leaves. Makes only one attempt of a few seconds. Never rejects. */
  readonly flushEvents: () => Promise<void>
}

/** React context with the analytics of this app. The app provides it. */
export const AnalyticsContext = createContext<Analytics | null>(null)

/** Returns the functions that record analytics events in this app. */
export const useAnalytics = (): Analytics => provided(use(AnalyticsContext))

/** Returns true if the browser sends Do Not Track or Global Privacy Control (rule AN8). */
export const hasOptedOutOfTracking = (): boolean =>
  navigator.doNotTrack === '1' ||
  ('globalPrivacyControl' in navigator && navigator.globalPrivacyControl === true)

import type { FeedbackMessage } from '#web/api/feedback-call.ts'
import type { RequestFailure } from '#web/api/send-request.ts'
import type { FeedbackWaitReason, RejectedFeedback } from './feedback-delivery.ts'

/**
 * Result of submitting feedback. 'kept' means that the message is stored on this device and will be sent later.
 * 'returned' means that the server has rejected it. 'failed' means that it could be neither stored nor sent.
 */
export type FeedbackSubmitResult =
  | { readonly kind: 'sent' }
  | { readonly kind: 'kept'; readonly waitsFor: FeedbackWaitReason }
  | { readonly kind: 'returned'; readonly because: RejectedFeedback['because'] }
  | { readonly kind: 'failed'; readonly problem: RequestFailure }

/** Stores feedback messages on this device and sends them to the server. */
export type FeedbackSender = {
  /**
   * Stores a feedback message on this device and tries to send it. If it cannot be stored, only tries to send it; the
   * result is 'failed' if that fails, too (rules FB1 and FB3).
   */
  readonly submit: (
    words: Pick<FeedbackMessage, 'kind' | 'text' | 'language' | 'screen'>,
  ) => Promise<FeedbackSubmitResult>
  /** Sends queued feedback before a sign-out. Makes only one attempt of at most three seconds. Never rejects. */
  readonly flush: () => Promise<void>
  /**
   * Starts sending queued feedback automatically: immediately, when the browser is online again, when the page becomes
   * visible or gets the focus, after a new sign-in, and some time after a failure. Returns a function that stops this
   * (rule FB3).
   */
  readonly start: () => () => void
}

/** Loads the code that sends feedback, once per app. Rejects if it cannot be loaded; the next call tries again. */
export type LoadFeedbackSender = () => Promise<FeedbackSender>

import type { FeedbackMessage } from '#web/api/feedback-call.ts'
import type { RequestFailure } from '#web/api/send-request.ts'
import type { FeedbackWaitReason, RejectedFeedback } from './feedback-delivery.ts'

/** Result of submitting feedback. 'kept' means that the message is stored on this device and will be sent later. */
export type FeedbackSubmitResult =
  | { readonly kind: 'sent' }
  | { readonly kind: 'kept'; readonly waitsFor: FeedbackWaitReason }
  | { readonly kind: 'returned'; readonly because: RejectedFeedback['because'] }
  | { readonly kind: 'failed'; readonly problem: RequestFailure }

/** Stores the feedback messages of an app and sends them. */
export type FeedbackSender = {
  /**
   * Stores a feedback message on this device and sends it. If it cannot be stored, sends it immediately; the submission
   * fails if that fails, too (rules FB1 and FB3).
   */
  readonly submit: (
    words: Pick<FeedbackMessage, 'kind' | 'text' | 'language' | 'screen'>,
  ) => Promise<FeedbackSubmitResult>
  /** Sends queued feedback before the user leaves. Makes only one attempt of at most three seconds. Never rejects. */
  readonly flush: () => Promise<void>
  /**
   * Starts sending queued feedback. It sends immediately, when the network or the page returns, after a new sign-in, and
   * after the delay that follows a failure. Returns a function that stops it (rule FB3).
   */
  readonly start: () => () => void
}

/** Loads the code that sends feedback, once per app. Rejects if it cannot be loaded; the next call tries again. */
export type LoadFeedbackSender = () => Promise<FeedbackSender>

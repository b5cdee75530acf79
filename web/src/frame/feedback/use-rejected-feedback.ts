import { useEffect, useState } from 'react'
import type { FeedbackKind } from '#web/api/feedback-call.ts'
import { readRejectedFeedback, type RejectedFeedback } from '#web/feedback/feedback-delivery.ts'
import { useDeviceLibrary } from '#web/store/device-library.ts'

/**
 * Returns the first feedback message of the given kind that the server rejected, so that the user can edit the
 * message and send it again. In the result, `letter` is that message, or undefined if there is none. While the
 * messages are being read from the database, the result is `{ kind: 'reading' }`.
 */
export function useRejectedFeedback(
  kind: FeedbackKind,
): { kind: 'reading' } | { kind: 'read'; letter: RejectedFeedback | undefined } {
  const device = useDeviceLibrary()
  const [letter, setLetter] = useState<RejectedFeedback | null | undefined>(null)

  useEffect(() => {
    let isGone = false
    const store = device.store.get()
    void Promise.resolve(store === null ? [] : readRejectedFeedback(store)).then(letters => {
      if (!isGone) setLetter(letters.find(letter => (letter.kind ?? 'feedback') === kind))
    })
    return () => {
      isGone = true
    }
  }, [kind, device])

  return letter === null ? { kind: 'reading' } : { kind: 'read', letter }
}

import { useEffect, useState } from 'react'
import type { FeedbackKind } from '#web/api/feedback-call.ts'
import { readRejectedFeedback, type RejectedFeedback } from '#web/feedback/feedback-delivery.ts'
import { currentStore } from '#web/store/current-store.ts'

/**
 * Returns the first rejected feedback message of a kind, so that its text can be edited and sent again; null until it
 * has been read, and if there is none.
 */
export function useRejectedFeedback(
  kind: FeedbackKind,
): { kind: 'reading' } | { kind: 'read'; letter: RejectedFeedback | undefined } {
  const [letter, setLetter] = useState<RejectedFeedback | null | undefined>(null)

  useEffect(() => {
    let isGone = false
    const store = currentStore.get()
    void Promise.resolve(store === null ? [] : readRejectedFeedback(store)).then(letters => {
      if (!isGone) setLetter(letters.find(letter => (letter.kind ?? 'feedback') === kind))
    })
    return () => {
      isGone = true
    }
  }, [kind])

  return letter === null ? { kind: 'reading' } : { kind: 'read', letter }
}

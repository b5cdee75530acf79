import { useEffect, useState } from 'react'
import type { LetterKind } from '#web/api/feedback-call.ts'
import { returnedLetters, type ReturnedLetter } from '#web/outside/feedback-delivery.ts'
import { currentStore } from '#web/store/current-store.ts'

/** The first letter of a kind that the server has not taken, as soon as it is known whether there is one. */
export function useReturnedLetter(
  kind: LetterKind,
): { kind: 'reading' } | { kind: 'read'; letter: ReturnedLetter | undefined } {
  const [letter, setLetter] = useState<ReturnedLetter | null | undefined>(null)

  useEffect(() => {
    let isGone = false
    const store = currentStore.get()
    void Promise.resolve(store === null ? [] : returnedLetters(store)).then(letters => {
      if (!isGone) setLetter(letters.find(letter => (letter.kind ?? 'feedback') === kind))
    })
    return () => {
      isGone = true
    }
  }, [kind])

  return letter === null ? { kind: 'reading' } : { kind: 'read', letter }
}

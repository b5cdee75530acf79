import { useEffect, useState } from 'react'
import { returnedLetters, type ReturnedLetter } from '#web/outside/feedback-delivery.ts'
import { currentStore } from '#web/store/current-store.ts'

/** The first letter that the server has not taken, as soon as it is known whether there is one. */
export function useReturnedLetter():
  | { kind: 'reading' }
  | { kind: 'read'; letter: ReturnedLetter | undefined } {
  const [letter, setLetter] = useState<ReturnedLetter | null | undefined>(null)

  useEffect(() => {
    let isGone = false
    const store = currentStore.get()
    void Promise.resolve(store === null ? [] : returnedLetters(store)).then(([first]) => {
      if (!isGone) setLetter(first)
    })
    return () => {
      isGone = true
    }
  }, [])

  return letter === null ? { kind: 'reading' } : { kind: 'read', letter }
}

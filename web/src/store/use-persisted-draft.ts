import { useEffect, useState } from 'react'
import type { PersistedName } from './current-store.ts'
import { persistedSlot } from './persisted-slot.ts'

/** A form that was left before it was saved: being read, then what was kept of it and the way to keep more. */
export type PersistedDraft<T> =
  | { kind: 'reading' }
  | { kind: 'read'; draft: T | null; keep: (draft: T | null) => void }

/**
 * What was kept of a form in the user's own database. `parse` is a function of its module and gives null for a form
 * that nobody knows any more. Where nothing can be kept the form works all the same (rules NP13, EP17).
 */
export function usePersistedDraft<T>(
  name: PersistedName & `draft ${string}`,
  parse: (kept: unknown) => T | null,
): PersistedDraft<T> {
  const [read, setRead] = useState<PersistedDraft<T>>({ kind: 'reading' })

  useEffect(() => {
    let isCurrent = true
    const { kept, keep } = persistedSlot(name)
    void kept.then(known => {
      if (isCurrent) setRead({ kind: 'read', draft: parse(known), keep })
    })
    return () => {
      isCurrent = false
    }
  }, [name, parse])

  return read
}

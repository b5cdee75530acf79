import { useEffect, useState } from 'react'
import type { PersistedValueKey } from './store-interface.ts'
import { useDeviceLibrary } from './device-library.ts'
import { createPersistedSlot } from './persisted-slot.ts'

/**
 * Result of `usePersistedDraft`. Its kind is 'reading' until the stored draft is loaded. Then `draft` is that draft
 * (what the user had typed without saving), or null if there was none, and `keep` stores a new one.
 */
export type PersistedDraftState<T> =
  | { kind: 'reading' }
  | { kind: 'read'; draft: T | null; keep: (draft: T | null) => void }

/**
 * Returns the persisted draft (unsaved input) of a form. If nothing can be stored, the form works, but its input is
 * lost when the page closes (rules NP13, EP17).
 *
 * @param parse returns null for an invalid draft; must be the same function in every render
 */
export function usePersistedDraft<T>(
  name: PersistedValueKey & `draft ${string}`,
  parse: (kept: unknown) => T | null,
): PersistedDraftState<T> {
  const device = useDeviceLibrary()
  const [read, setRead] = useState<PersistedDraftState<T>>({ kind: 'reading' })

  useEffect(() => {
    let isCurrent = true
    const { kept, keep } = createPersistedSlot(device.store.get(), name)
    void kept.then(known => {
      if (isCurrent) setRead({ kind: 'read', draft: parse(known), keep })
    })
    return () => {
      isCurrent = false
    }
  }, [name, parse, device])

  return read
}

import { useEffect, useRef, useState } from 'react'
import type { PersistedValueKey } from './store-interface.ts'
import { useDeviceLibrary } from './device-library.ts'
import { createPersistedSlot } from './persisted-slot.ts'

/**
 * Returns a setting that is persisted in the user's database, and a function that changes it. Until the stored value is
 * loaded, and if there is none, the setting is `parse(null)`.
 *
 * @param parse validates a stored value or null; must be the same function in every render
 */
export function usePersisted<T>(
  name: PersistedValueKey,
  parse: (kept: unknown) => T,
): [T, (value: T) => void] {
  const device = useDeviceLibrary()
  const [value, setValue] = useState<T>(() => parse(null))
  const keeper = useRef<(value: T) => void>(null)

  useEffect(() => {
    let isCurrent = true
    const { kept, keep } = createPersistedSlot(device.store.get(), name)
    keeper.current = keep
    void kept.then(known => {
      if (isCurrent) setValue(parse(known))
    })
    return () => {
      isCurrent = false
    }
  }, [name, parse, device])

  function change(next: T) {
    setValue(next)
    keeper.current?.(next)
  }

  return [value, change]
}

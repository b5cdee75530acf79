import { useEffect, useRef, useState } from 'react'
import type { PersistedName } from './current-store.ts'
import { persistedSlot } from './persisted-slot.ts'

/**
 * A setting in the user's own database and the way to change it. `parse` is a function of its module that makes
 * something of whatever was kept, null included: that is what is shown until it is read, and where nothing can be kept.
 */
export function usePersisted<T>(name: PersistedName, parse: (kept: unknown) => T): [T, (value: T) => void] {
  const [value, setValue] = useState<T>(() => parse(null))
  const keeper = useRef<(value: T) => void>(null)

  useEffect(() => {
    let isCurrent = true
    const { kept, keep } = persistedSlot(name)
    keeper.current = keep
    void kept.then(known => {
      if (isCurrent) setValue(parse(known))
    })
    return () => {
      isCurrent = false
    }
  }, [name, parse])

  function change(next: T) {
    setValue(next)
    keeper.current?.(next)
  }

  return [value, change]
}

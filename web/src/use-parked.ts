import { useEffect, useState } from 'react'
import { currentStore } from './store/current-store.ts'
import type { ParkedRow } from './store/local-database.ts'
import { useObservable } from './store/use-observable.ts'

/** What the server has refused, as it stands in the database now; null until it was read. */
export function useParked(): readonly ParkedRow[] | null {
  const store = useObservable(currentStore)
  const [parked, setParked] = useState<readonly ParkedRow[] | null>(null)

  useEffect(() => {
    if (store === null) return
    let isCurrent = true
    const read = async () => {
      const rows = await store.parkedChanges()
      if (isCurrent) setParked(rows)
    }
    void read()
    const leave = store.copy.subscribe(() => void read())
    return () => {
      isCurrent = false
      leave()
    }
  }, [store])

  return parked
}

import { useEffect, useState } from 'react'
import { currentStore, type KeptName } from './current-store.ts'
import { latestOnly } from './latest-only.ts'

/** A form that was left before it was saved: being read, then what was kept of it and the way to keep more. */
export type KeptDraft<T> =
  | { kind: 'reading' }
  | { kind: 'read'; draft: T | null; keep: (draft: T | null) => void }

/**
 * What was kept of a form in the user's own database. `parse` is a function of its module and gives null for a form
 * that nobody knows any more. Where nothing can be kept the form works all the same (rules NP13, EP17).
 */
export function useKeptDraft<T>(
  name: KeptName & `draft ${string}`,
  parse: (kept: unknown) => T | null,
): KeptDraft<T> {
  const [read, setRead] = useState<KeptDraft<T>>({ kind: 'reading' })

  useEffect(() => {
    let isCurrent = true
    // This one from now on, whoever signs in later: nobody's words end up in another's database.
    const store = currentStore.get()
    const keep = latestOnly(async (draft: T | null) => {
      await store?.keep(name, draft)
    })
    void Promise.resolve(store?.kept(name) ?? null).then(kept => {
      if (isCurrent) setRead({ kind: 'read', draft: parse(kept), keep })
    })
    return () => {
      isCurrent = false
    }
  }, [name, parse])

  return read
}

import { useEffect, useState } from 'react'
import type { Library } from '#core/library.ts'
import { OVERVIEW, type PracticeSession } from '#core/session.ts'
import { latestOnly } from '#web/store/latest-only.ts'
import { savedSession, saveSession } from '#web/store/saved-session.ts'
import { asInLibrary } from './routine.ts'
import { useCountedRoutine } from './use-counted-routine.ts'

export type Routine = {
  /** Null until this device has told where the musician left off. */
  readonly session: PracticeSession | null
  readonly change: (update: (session: PracticeSession) => PracticeSession) => void
}

/** The running routine: it survives a reload, and a step whose part is deleted gives way to the next one. */
export function useRoutine(library: Library): Routine {
  const [kept, setKept] = useState<PracticeSession | null>(null)

  useEffect(() => {
    let isCurrent = true
    void savedSession().then(saved => {
      if (isCurrent) setKept(saved)
    })
    return () => {
      isCurrent = false
    }
  }, [])

  useEffect(() => {
    // A finished routine is over: a reload begins the next one.
    if (kept !== null) keep(kept.kind === 'finished' ? OVERVIEW : kept)
  }, [kept])

  const session = kept === null ? null : asInLibrary(kept, library)
  useCountedRoutine(session?.kind ?? null)

  return {
    session,
    change: update => setKept(before => (before === null ? null : update(asInLibrary(before, library)))),
  }
}

const keep = latestOnly(saveSession)

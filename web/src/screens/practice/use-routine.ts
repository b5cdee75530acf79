import { useEffect, useEffectEvent, useRef, useState } from 'react'
import type { Library } from '#core/library.ts'
import { OVERVIEW, type PracticeSession } from '#core/session.ts'
import { useBusy } from '#web/device/busy.ts'
import { latestOnly } from '#web/store/latest-only.ts'
import { resumed, savedSession, saveSession } from '#web/store/saved-session.ts'
import { asInLibrary } from './routine.ts'
import { useCountedRoutine } from './use-counted-routine.ts'

export type Routine = {
  /** Null until this device has told where the musician left off. */
  readonly session: PracticeSession | null
  readonly change: (update: (session: PracticeSession) => PracticeSession) => void
}

/**
 * The running routine: it survives a reload, a step whose part is deleted gives way to the next one, and one that was
 * left for hours in a page that stayed open is over as well (rule PX21).
 */
export function useRoutine(library: Library): Routine {
  const [kept, setKept] = useState<PracticeSession | null>(null)
  const changedAt = useRef(0)

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
    if (kept === null) return
    changedAt.current = Date.now()
    keep(kept.kind === 'finished' ? OVERVIEW : kept)
  }, [kept])

  const comeBack = useEffectEvent(() => {
    const isBack = document.visibilityState === 'visible'
    if (isBack && kept !== null) setKept(resumed({ session: kept, at: changedAt.current }, Date.now()))
  })

  useEffect(() => {
    document.addEventListener('visibilitychange', comeBack)
    window.addEventListener('pageshow', comeBack)
    return () => {
      document.removeEventListener('visibilitychange', comeBack)
      window.removeEventListener('pageshow', comeBack)
    }
  }, [])

  const session = kept === null ? null : asInLibrary(kept, library)
  useCountedRoutine(session?.kind ?? null)
  useBusy(session?.kind === 'step')

  return {
    session,
    change: update => setKept(before => (before === null ? null : update(asInLibrary(before, library)))),
  }
}

const keep = latestOnly(saveSession)

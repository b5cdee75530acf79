import { OVERVIEW, type PracticeSession } from '#core/session.ts'
import { currentStore } from './current-store.ts'

/** The routine that was running when the page was last left, so that a reload goes on where it was (rule ST9). */
export async function savedSession(): Promise<PracticeSession> {
  const saved = await currentStore.get()?.savedSession()
  return isSession(saved) ? saved : OVERVIEW
}

/** Keeps where the musician is. A device that cannot store loses only the place, so this never rejects. */
export async function saveSession(session: PracticeSession): Promise<void> {
  await currentStore.get()?.saveSession(session)
}

// An earlier version of the app may have kept it in another form; the place in a routine is not worth a conversion.
function isSession(saved: unknown): saved is PracticeSession {
  if (typeof saved !== 'object' || saved === null || !('kind' in saved)) return false
  if (saved.kind === 'overview') return true
  if (!('queue' in saved && Array.isArray(saved.queue) && 'gone' in saved && Array.isArray(saved.gone)))
    return false
  return (
    saved.kind === 'finished' ||
    (saved.kind === 'step' && 'index' in saved && typeof saved.index === 'number')
  )
}

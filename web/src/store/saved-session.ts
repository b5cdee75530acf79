import { OVERVIEW, type PracticeSession } from '#core/session.ts'
import { currentStore } from './current-store.ts'

/** The routine that was running when the page was last left, so that a reload goes on where it was (rule ST9). */
export async function savedSession(): Promise<PracticeSession> {
  return (await currentStore.get()?.savedSession()) ?? OVERVIEW
}

/** Keeps where the musician is. A device that cannot store loses only the place, so this never rejects. */
export async function saveSession(session: PracticeSession): Promise<void> {
  await currentStore.get()?.saveSession(session)
}

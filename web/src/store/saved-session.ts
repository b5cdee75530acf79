import type { Timestamp } from '#core/day.ts'
import { OVERVIEW, type PracticeSession } from '#core/session.ts'
import { parseBpm } from '#core/tempo.ts'
import { currentStore } from './current-store.ts'

/**
 * A routine that was left longer ago is over: whoever opens the app the next day wants today's order, not
 * yesterday's last step. Milliseconds.
 */
const RESUMABLE_MS = 4 * 60 * 60_000

/** The routine that was running when the page was last left, so that a reload goes on where it was (rule ST9). */
export async function savedSession(): Promise<PracticeSession> {
  const kept = await currentStore.get()?.kept('session')
  return resumed(kept, Date.now())
}

/** Keeps where the musician is. A device that cannot store loses only the place, so this never rejects. */
export async function saveSession(session: PracticeSession): Promise<void> {
  await currentStore.get()?.keep('session', { session, at: Date.now() })
}

/** What is left at `now` of a routine as it was kept, whatever form that has: the overview, when nothing is (rule ST14). */
export function resumed(kept: unknown, now: Timestamp): PracticeSession {
  if (typeof kept !== 'object' || kept === null || !('session' in kept && 'at' in kept)) return OVERVIEW
  const { session, at } = kept
  return isSession(session) && typeof at === 'number' && now - at < RESUMABLE_MS ? session : OVERVIEW
}

// An earlier version of the app may have kept it in another form; the place in a routine is not worth a conversion.
function isSession(saved: unknown): saved is PracticeSession {
  if (typeof saved !== 'object' || saved === null || !('kind' in saved)) return false
  if (saved.kind === 'overview') return true
  if (!('queue' in saved && isQueue(saved.queue) && 'gone' in saved && isQueue(saved.gone))) return false
  return (
    saved.kind === 'finished' ||
    (saved.kind === 'step' && 'index' in saved && Object.hasOwn(saved.queue, Number(saved.index)))
  )
}

const isQueue = (parts: unknown): parts is readonly unknown[] =>
  Array.isArray(parts) &&
  parts.every(
    (part: unknown) =>
      isObject(part) &&
      [part['partId'], part['pieceId'], part['piece']].every(text => typeof text === 'string') &&
      [part['endTempo'], part['startTempo'], part['tempo']].every(tempo => parseBpm(tempo) !== null),
  )

const isObject = (input: unknown): input is Record<string, unknown> =>
  typeof input === 'object' && input !== null

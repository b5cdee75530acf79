import type { Intention } from '#core/library/change.ts'
import type { Timestamp } from '#core/library/day.ts'
import { parsePracticeId } from '#core/library/piece.ts'
import {
  SESSION_OVERVIEW,
  type LeftRoutine,
  type PracticeSession,
  type SaveUndo,
} from '#core/practice/practice-session.ts'
import type { RoutineWithTiming, TimedRoutine } from '#core/timed-session/timed-routine.ts'
import type { StepTimes } from '#core/timed-session/step-times.ts'
import { TIMED_FORM } from '#core/timed-session/timed-form.ts'
import { parseBpm } from '#core/music/tempo.ts'
import { currentStore, type OpenStore, type RecordResult } from './current-store.ts'
import { createLatestOnlyWriter, type LatestOnlyWriter } from '#web/concurrency/latest-only-writer.ts'

/**
 * A routine that was left longer ago is over: whoever opens the app the next day wants today's order, not
 * yesterday's last step. Milliseconds.
 */
const RESUMABLE_MS = 4 * 60 * 60_000

/** A routine, its time, and when it was changed last. */
export type SavedSession = RoutineWithTiming & {
  /** The times of its parts; absent where none were counted. */
  readonly times?: StepTimes
  readonly at: Timestamp
}

/** Where the routine of this moment's user is kept: in their own database, whoever signs in later. */
export type SessionSlot = {
  /** The routine as it was left, with everything that was kept before; the overview where it is over (rules ST9, ST14). */
  read(): Promise<SavedSession>
  /** Keeps a routine. Of several that come while one is being written only the newest is written. */
  keep(saved: SavedSession): void
  /**
   * Stores an intention and, in the same transaction, the routine after it, which is asked for when its turn comes. What
   * was given to `keep` while that was under way is older, and is dropped where it succeeds (rule ST22). Never rejects.
   */
  record(intention: Intention, after: () => SavedSession): Promise<RecordResult>
}

// One for each user that was here: a screen that opens again waits for what the last one is still writing.
const writersOf = new WeakMap<OpenStore, LatestOnlyWriter<SavedSession>>()

/** The slot of the user whose library is open; without a library nothing is kept. */
export function sessionSlot(): SessionSlot {
  const store = currentStore.get()
  if (store === null) return NOWHERE
  const writer =
    writersOf.get(store) ??
    createLatestOnlyWriter<SavedSession>(async saved => void (await store.persist('session', saved)))
  writersOf.set(store, writer)
  return {
    read: () =>
      writer.runExclusive(async () => resumeSavedSession(await store.readPersisted('session'), Date.now())),
    keep: writer.save,
    record: (intention, after) =>
      writer.runExclusive(async drop => {
        const recorded = await store.record([intention], { persisted: { name: 'session', value: after() } })
        if (recorded.kind === 'saved') drop()
        return recorded
      }),
  }
}

const NOWHERE: SessionSlot = {
  read: async () => ({ session: SESSION_OVERVIEW, timed: null, at: 0 }),
  keep: () => undefined,
  record: async () => ({ kind: 'failed' }),
}

/** What is left at `now` of a routine as it was kept, whatever form that has: the overview, when nothing is (rule ST14). */
export function resumeSavedSession(kept: unknown, now: Timestamp): SavedSession {
  const over = { session: SESSION_OVERVIEW, timed: null, at: now }
  if (!isObject(kept)) return over
  const { session, at } = kept
  if (typeof at !== 'number' || now - at >= RESUMABLE_MS || !isSession(session)) return over
  const timed = isTimed(kept['timed']) ? kept['timed'] : null
  const times = isTimes(kept['times']) ? { times: kept['times'] } : {}
  if (session.kind !== 'overview')
    return { session: { ...session, undo: parseUndo(session.undo) }, timed, ...times, at }
  return isRoutine(session.left) ? { session, timed, ...times, at } : { ...over, at }
}

// An earlier version of the app may have kept it in another form; the place in a routine is not worth a conversion.
function isSession(saved: unknown): saved is PracticeSession {
  if (!isObject(saved)) return false
  const { kind, queue, gone } = saved
  if (kind === 'overview') return true
  return kind === 'finished' ? isQueue(queue) && isQueue(gone) : kind === 'step' && isRoutine(saved)
}

const isRoutine = (saved: unknown): saved is LeftRoutine =>
  isObject(saved) &&
  isQueue(saved['queue']) &&
  isQueue(saved['gone']) &&
  Object.hasOwn(saved['queue'], Number(saved['index']))

const isTimed = (kept: unknown): kept is TimedRoutine => isObject(kept) && kept['form'] === TIMED_FORM

const isTimes = (kept: unknown): kept is StepTimes =>
  isObject(kept) && isObject(kept['clock']) && Array.isArray(kept['spent'])

const isQueue = (parts: unknown): parts is readonly unknown[] =>
  Array.isArray(parts) &&
  parts.every(
    (part: unknown) =>
      isObject(part) &&
      [part['partId'], part['pieceId'], part['piece']].every(text => typeof text === 'string') &&
      [part['endTempo'], part['startTempo'], part['tempo']].every(tempo => parseBpm(tempo) !== null),
  )

/** What was kept to take a tempo back, or null where that is no such thing: then nothing is offered. */
function parseUndo(kept: unknown): SaveUndo | null {
  if (!isObject(kept) || !isObject(kept['before'])) return null
  const { lastPracticed } = kept['before']
  const currentTempo = parseBpm(kept['before']['currentTempo'])
  const practiceId = parsePracticeId(kept['practiceId'])
  if (practiceId === null || currentTempo === null) return null
  if (lastPracticed !== null && typeof lastPracticed !== 'number') return null
  return { practiceId, before: { currentTempo, lastPracticed } }
}

const isObject = (input: unknown): input is Record<string, unknown> =>
  typeof input === 'object' && input !== null

import { isObject } from './is-object.ts'
import type { Intention } from '#core/library/change.ts'
import type { Timestamp } from '#core/library/day.ts'
import { parsePracticeEntryId } from '#core/library/piece.ts'
import {
  INITIAL_PRACTICE_SESSION,
  type PausedRoutine,
  type PracticeSession,
  type UndoableSave,
} from '#core/practice/practice-session.ts'
import type { RoutineWithTiming, TimedRoutine } from '#core/timed-session/timed-routine.ts'
import type { StepTimes } from '#core/timed-session/step-times.ts'
import { TIMED_ROUTINE_VERSION } from '#core/timed-session/timed-routine-version.ts'
import { parseBpm } from '#core/music/tempo.ts'
import { correctedNow } from './clock.ts'
import type { OpenStore, RecordChangeResult } from './store-interface.ts'
import { createLatestOnlyWriter, type LatestOnlyWriter } from '#web/concurrency/latest-only-writer.ts'

/** How long a routine can be resumed after its last change, in milliseconds. The next day starts with a new order. */
const RESUMABLE_MS = 4 * 60 * 60_000

/**
 * A practice routine as stored on this device, with its schedule. The user can resume it until four hours after its
 * last change, for example after a reload.
 */
export type PersistedRoutine = RoutineWithTiming & {
  /** The time spent on each part; absent if it was not measured. */
  readonly times?: StepTimes
  /** When the routine was last changed, in ms of the device's clock. */
  readonly at: Timestamp
}

/** Reads and writes the practice routine in the database of one user. */
export type RoutineStorage = {
  /**
   * Waits for all pending writes and returns the stored routine. If no routine is stored or it has expired, returns a
   * state without a routine, which shows the overview of today's parts (rules ST9, ST14).
   */
  read(): Promise<PersistedRoutine>
  /** Stores a routine. Of several calls during a write, only the newest value is written. */
  keep(saved: PersistedRoutine): void
  /**
   * Stores intentions (actions of the user) and the routine that `after` returns in one transaction. If that succeeds,
   * discards older routines from `keep` that are not written yet (rule ST22). Never rejects.
   */
  record(intentions: readonly Intention[], after: () => PersistedRoutine): Promise<RecordChangeResult>
}

// One writer per store, so that a reopened screen waits for the writes of the previous one.
const writersOf = new WeakMap<OpenStore, LatestOnlyWriter<PersistedRoutine>>()

/**
 * Returns an object that reads and writes the practice routine in the database of an open store. If `store` is null,
 * the object stores nothing, `read` returns a state without a routine, and `record` resolves to 'failed'.
 */
export function routineStorageIn(store: OpenStore | null): RoutineStorage {
  if (store === null) return NOWHERE
  const writer =
    writersOf.get(store) ??
    createLatestOnlyWriter<PersistedRoutine>(async saved => void (await store.persist('session', saved)))
  writersOf.set(store, writer)
  return {
    read: () =>
      writer.runExclusive(async () =>
        resumeSavedRoutine(await store.readPersisted('session'), correctedNow(store)),
      ),
    keep: writer.save,
    record: (intentions, after) =>
      writer.runExclusive(async drop => {
        const recorded = await store.record(intentions, { persisted: { name: 'session', value: after() } })
        if (recorded.kind === 'saved') drop()
        return recorded
      }),
  }
}

const NOWHERE: RoutineStorage = {
  read: async () => ({ session: INITIAL_PRACTICE_SESSION, timed: null, at: 0 }),
  keep: () => undefined,
  record: async () => ({ kind: 'failed' }),
}

/**
 * Returns the stored routine if it is valid and was last changed less than four hours before `now`. Otherwise returns
 * an initial state without a routine, which shows the overview of today's parts (rule ST14).
 */
export function resumeSavedRoutine(kept: unknown, now: Timestamp): PersistedRoutine {
  const over = { session: INITIAL_PRACTICE_SESSION, timed: null, at: now }
  if (!isObject(kept)) return over
  const { session, at } = kept
  if (typeof at !== 'number' || now - at >= RESUMABLE_MS || !isSession(session)) return over
  const timed = isTimed(kept['timed']) ? kept['timed'] : null
  const times = isTimes(kept['times']) ? { times: kept['times'] } : {}
  if (session.kind !== 'overview')
    return { session: { ...session, undo: parseUndo(session.undo) }, timed, ...times, at }
  return isRoutine(session.left) ? { session, timed, ...times, at } : { ...over, at }
}

// An earlier version of the app may have stored another format. A position in a routine is not worth a conversion.
function isSession(saved: unknown): saved is PracticeSession {
  if (!isObject(saved)) return false
  const { kind, queue, gone } = saved
  if (kind === 'overview') return true
  return kind === 'finished' ? isQueue(queue) && isQueue(gone) : kind === 'step' && isRoutine(saved)
}

const isRoutine = (saved: unknown): saved is PausedRoutine =>
  isObject(saved) &&
  isQueue(saved['queue']) &&
  isQueue(saved['gone']) &&
  Object.hasOwn(saved['queue'], Number(saved['index']))

const isTimed = (kept: unknown): kept is TimedRoutine =>
  isObject(kept) && kept['form'] === TIMED_ROUTINE_VERSION

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

/** Parses the data for undoing a save; null if it is invalid. */
function parseUndo(kept: unknown): UndoableSave | null {
  if (!isObject(kept) || !isObject(kept['before'])) return null
  const { lastPracticed } = kept['before']
  const currentTempo = parseBpm(kept['before']['currentTempo'])
  const practiceId = parsePracticeEntryId(kept['practiceId'])
  if (practiceId === null || currentTempo === null) return null
  if (lastPracticed !== null && typeof lastPracticed !== 'number') return null
  return { practiceId, before: { currentTempo, lastPracticed } }
}

import { isObject, persist, readPersisted } from './persisted-values.ts'
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
import { TIMED_ROUTINE_VERSION, type StepTimes } from '#core/timed-session/step-times.ts'
import { parseBpm } from '#core/music/tempo.ts'
import { correctedNow } from './clock.ts'
import type { OpenStore, RecordChangeResult } from './store-interface.ts'

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

/** Reads and writes the practice routine of one user on this device. */
export type RoutineStorage = {
  /**
   * Returns the stored routine. If no routine is stored or it has expired, returns a state without a routine, which
   * shows the overview of today's parts (rules PX9, SE14).
   */
  read(): Promise<PersistedRoutine>
  /** Stores a routine, before the call returns. */
  keep(saved: PersistedRoutine): void
  /**
   * Stores intentions (actions of the user) and the routine after them in one transaction. If that succeeds, it
   * replaces the routines from `keep` before and during the transaction (rule PX9). Never rejects.
   */
  record(intentions: readonly Intention[], after: PersistedRoutine): Promise<RecordChangeResult>
}

// One per store, because a screen may be opened again while the previous one is still saving.
const storages = new WeakMap<OpenStore, RoutineStorage>()

/**
 * Returns an object that reads and writes the practice routine of the user of an open store. If `store` is null, the
 * object stores nothing, `read` returns a state without a routine, and `record` resolves to 'failed'.
 */
export function routineStorageIn(store: OpenStore | null): RoutineStorage {
  if (store === null) return NOWHERE
  const storage = storages.get(store) ?? createRoutineStorage(store)
  storages.set(store, storage)
  return storage
}

function createRoutineStorage(store: OpenStore): RoutineStorage {
  const { userId } = store
  let recording = 0
  /** The newest routine that was to be kept during a transaction. */
  let held: PersistedRoutine | null = null
  return {
    async read() {
      // The place after the last saved entry; since then, it may have changed without an entry.
      const recorded = await store.readValue('routine')
      const kept = readPersisted(userId, 'routine')
      return resumeSavedRoutine(timeOf(kept) >= timeOf(recorded) ? kept : recorded, correctedNow(store))
    },
    keep(saved) {
      if (recording > 0) held = saved
      else persist(userId, 'routine', saved)
    },
    async record(intentions, after) {
      recording += 1
      const recorded = await store.record(intentions, { value: { name: 'routine', value: after } })
      recording -= 1
      if (recorded.kind === 'saved') persist(userId, 'routine', null)
      else if (held !== null) persist(userId, 'routine', held)
      held = null
      return recorded
    },
  }
}

const timeOf = (kept: unknown) => (isObject(kept) && typeof kept['at'] === 'number' ? kept['at'] : -1)

const NOWHERE: RoutineStorage = {
  read: async () => ({ session: INITIAL_PRACTICE_SESSION, timed: null, at: 0 }),
  keep: () => undefined,
  record: async () => ({ kind: 'failed' }),
}

/**
 * Returns the stored routine if it is valid and was last changed less than four hours before `now`. Otherwise returns
 * an initial state without a routine, which shows the overview of today's parts (rule SE14).
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

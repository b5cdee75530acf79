import type { Intention } from '#core/library/change.ts'
import type { Timestamp } from '#core/library/day.ts'
import { createIdleRoutine, ROUTINE_FORMAT_VERSION, type Routine } from '#core/practice/routine.ts'
import { serverClockNow } from './clock.ts'
import { isObject } from '#web/device/browser-storage.ts'
import { persistValue, readUnvalidatedPersistedValue } from './persisted-values.ts'
import type { OpenedStore, RecordChangeResult, RecordOptions } from './store-interface.ts'

const RESUMABLE_MS = 4 * 60 * 60_000

export type RoutineRepository = ReturnType<typeof createRoutineStorage>

// One per store, because a screen may be opened again while the previous one is still saving.
const storages = new WeakMap<OpenedStore, RoutineRepository>()

export function getRoutineRepository(store: OpenedStore | null): RoutineRepository {
  if (store === null) return NOWHERE
  const storage = storages.get(store) ?? createRoutineStorage(store)
  storages.set(store, storage)
  return storage
}

function createRoutineStorage(store: OpenedStore) {
  const { userId } = store
  let recording = 0
  let held: Routine | null = null
  return {
    async read() {
      // The routine with the last saved entry; since then, it may have changed without an entry.
      const recorded = await store.readValue('routine')
      const kept = readUnvalidatedPersistedValue(userId, 'routine')
      return parseResumableRoutineOrIdle(
        timeOf(kept) >= timeOf(recorded) ? kept : recorded,
        serverClockNow(store),
      )
    },
    readRecorded: async () =>
      parseResumableRoutineOrIdle(await store.readValue('routine'), serverClockNow(store)),
    keep(routine: Routine) {
      if (recording > 0) held = routine
      else persistValue(userId, 'routine', routine)
    },
    async record(intentions: readonly Intention[], after: Routine, times: RecordOptions['times'] = []) {
      recording += 1
      const recorded = await store.record(intentions, { times, value: { name: 'routine', value: after } })
      recording -= 1
      if (recorded.kind === 'saved') persistValue(userId, 'routine', null)
      else if (held !== null) persistValue(userId, 'routine', held)
      held = null
      return recorded
    },
  }
}

const NOWHERE: RoutineRepository = {
  read: async () => createIdleRoutine(0),
  readRecorded: async () => createIdleRoutine(0),
  keep: () => undefined,
  record: async (): Promise<RecordChangeResult> => ({ kind: 'failed' }),
}

/** Returns an idle routine if `kept` has another format or was unchanged for four hours (rule SE14). */
export const parseResumableRoutineOrIdle = (kept: unknown, now: Timestamp): Routine =>
  isRoutine(kept) && now - kept.changedAt < RESUMABLE_MS ? kept : createIdleRoutine(now)

const timeOf = (kept: unknown) => (isRoutine(kept) ? kept.changedAt : -1)

const isRoutine = (kept: unknown): kept is Routine =>
  isObject(kept) && kept['form'] === ROUTINE_FORMAT_VERSION

import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import {
  withSliderTempo,
  INITIAL_PRACTICE_SESSION,
  startPracticeSession,
} from '#core/practice/practice-session.ts'
import { TIMED_ROUTINE_VERSION } from '#core/timed-session/step-times.ts'
import { aPracticePart, bpm, NOON, partId, pieceId, practiceId } from '#tests/library/builders.ts'
import { createObservable } from '#web/concurrency/observable.ts'
import { EMPTY_DEVICE_COPY } from './device-copy.ts'
import type { OpenStore, RecordChangeResult } from './store-interface.ts'
import { resumeSavedRoutine, routineStorageIn } from './persisted-routine.ts'

const HOUR = 60 * 60_000
const session = startPracticeSession([aPracticePart()])

test('[SE14] a routine goes on within four hours', () => {
  expect(resumeSavedRoutine({ session, at: NOON }, NOON)).toEqual({ session, timed: null, at: NOON })
  expect(resumeSavedRoutine({ session, at: NOON }, NOON + 4 * HOUR - 1)).toEqual({
    session,
    timed: null,
    at: NOON,
  })
})

test('[SE14] later the day begins anew', () => {
  expect(resumeSavedRoutine({ session, at: NOON }, NOON + 4 * HOUR).session).toBe(INITIAL_PRACTICE_SESSION)
})

test.each([[undefined], [null], ['step'], [{ kind: 'overview' }], [{ session: { kind: 'step' }, at: NOON }]])(
  '[SE14] what was kept in a form nobody knows any more is no routine: %o',
  kept => {
    expect(resumeSavedRoutine(kept, NOON).session).toBe(INITIAL_PRACTICE_SESSION)
  },
)

const [part] = session.kind === 'step' ? session.queue : []
const step = { kind: 'step', queue: [part], gone: [], index: 0, undo: null }

test.each([
  { ...step, queue: [null] },
  { ...step, queue: [{}] },
  { ...step, queue: [{ ...part, tempo: Number.NaN }] },
  { ...step, queue: [{ ...part, piece: undefined }] },
  { ...step, gone: ['x'] },
  { ...step, index: 7 },
  { ...step, index: -1 },
  { ...step, queue: [] },
])('[SE14] a routine that was kept broken opens no step without a part: %o', broken => {
  expect(resumeSavedRoutine({ session: step, at: NOON }, NOON).session).toEqual(step)
  expect(resumeSavedRoutine({ session: broken, at: NOON }, NOON).session).toBe(INITIAL_PRACTICE_SESSION)
})

const timed = {
  form: TIMED_ROUTINE_VERSION,
  minutes: 20,
  blocks: [{ partId: partId(1), minutes: 8, usual: 8 }],
  laterSteps: 0,
  clock: { countedMs: 0, lastSign: NOON, isClicking: false },
  blockFromMs: 0,
  lastPracticeDay: null,
}

test('[TS8] the time of a routine is kept with it, and over with it', () => {
  for (const kept of [step, { kind: 'overview', left: { queue: [part, part], gone: [], index: 1 } }]) {
    expect(resumeSavedRoutine({ session: kept, timed, at: NOON }, NOON + 4 * HOUR - 1).timed).toEqual(timed)
    expect(resumeSavedRoutine({ session: kept, timed, at: NOON }, NOON + 4 * HOUR).timed).toBeNull()
  }
})

test.each([
  undefined,
  null,
  20,
  { ...timed, form: undefined },
  { ...timed, form: TIMED_ROUTINE_VERSION + 1 },
])('[TS8] where it is in a form nobody knows the routine goes on without a time: %o', broken => {
  expect(resumeSavedRoutine({ session: step, timed: broken, at: NOON }, NOON)).toEqual({
    session: step,
    timed: null,
    at: NOON,
  })
})

test('[SE14] a routine that was left is kept with its place for four hours, and not where it is broken', () => {
  const left = { queue: [part, part], gone: [], index: 1 }
  const kept = { kind: 'overview', left }
  expect(resumeSavedRoutine({ session: kept, at: NOON }, NOON).session).toEqual(kept)
  expect(resumeSavedRoutine({ session: kept, at: NOON }, NOON + 4 * HOUR).session).toBe(
    INITIAL_PRACTICE_SESSION,
  )
  for (const broken of [null, undefined, {}, { ...left, index: 2 }, { ...left, gone: ['x'] }])
    expect(resumeSavedRoutine({ session: { kind: 'overview', left: broken }, at: NOON }, NOON).session).toBe(
      INITIAL_PRACTICE_SESSION,
    )
})

const undo = { practiceId: practiceId(1), before: { currentTempo: bpm(80), lastPracticed: null } }

test('[PX9] what takes the last saved tempo back is kept with the routine', () => {
  for (const kept of [
    { ...step, undo },
    { kind: 'finished', queue: [part], gone: [], undo },
  ])
    expect(resumeSavedRoutine({ session: kept, at: NOON }, NOON).session).toEqual(kept)
})

test.each([
  undefined,
  null,
  {},
  { ...undo, practiceId: 'x' },
  { practiceId: practiceId(1) },
  { ...undo, before: { currentTempo: 800, lastPracticed: null } },
  { ...undo, before: { currentTempo: 80 } },
])('[PX9] where it is no such thing the routine goes on and nothing is offered: %o', broken => {
  expect(resumeSavedRoutine({ session: { ...step, undo: broken }, at: NOON }, NOON).session).toEqual(step)
})

describe('the storage', () => {
  const at = (tempo: number, now = NOON) => ({
    session: withSliderTempo(session, bpm(tempo)),
    timed: null,
    at: now,
  })
  const intention = { kind: 'piece.delete', args: { id: pieceId(1) } } as const

  afterEach(() => vi.unstubAllGlobals())

  /** A device whose transactions end when the test says how. `reload` returns what the next page finds. */
  function aDevice() {
    const items = new Map<string, string>()
    vi.stubGlobal('localStorage', {
      getItem: (key: string) => items.get(key) ?? null,
      setItem: (key: string, text: string) => void items.set(key, text),
      removeItem: (key: string) => void items.delete(key),
    })
    let recorded: unknown = null
    const outcome = Promise.withResolvers<RecordChangeResult>()
    const aPage = () =>
      routineStorageIn({
        userId: 'ada',
        copy: createObservable(EMPTY_DEVICE_COPY),
        readValue: async () => recorded,
        async record(_intentions, along) {
          const result = await outcome.promise
          if (result.kind === 'saved') recorded = along?.value?.value
          return result
        },
      } satisfies Partial<OpenStore> as unknown as OpenStore)
    return { storage: aPage(), outcome, reload: () => aPage().read() }
  }

  beforeEach(() => void vi.useFakeTimers({ now: NOON }))
  afterEach(() => void vi.useRealTimers())

  test('[ST16] what is kept is there for the next page before the call returns', async () => {
    const { storage, reload } = aDevice()
    for (const tempo of [81, 82, 83]) storage.keep(at(tempo))
    expect(await reload()).toEqual(at(83))
  })

  test('[PX9] what was given before or during a save never takes the place of what it stored', async () => {
    const { storage, outcome, reload } = aDevice()
    storage.keep(at(81))
    const recorded = storage.record([intention], at(90))
    storage.keep(at(84))
    expect(await reload()).toEqual(at(81))
    outcome.resolve({ kind: 'saved' })
    expect(await recorded).toEqual({ kind: 'saved' })
    expect(await reload()).toEqual(at(90))
    storage.keep(at(91))
    expect(await reload()).toEqual(at(91))
  })

  test('[PX9] a page that ends between the transaction and its answer loses neither', async () => {
    const { storage, outcome, reload } = aDevice()
    storage.keep(at(81))
    void storage.record([intention], at(90, NOON + 1))
    outcome.resolve({ kind: 'saved' })
    await Promise.resolve()
    expect(await reload()).toEqual(at(90, NOON + 1))
  })

  test('[PX9] a save that failed keeps the slider as it was moved meanwhile', async () => {
    const { storage, outcome, reload } = aDevice()
    const recorded = storage.record([intention], at(90))
    storage.keep(at(84))
    outcome.resolve({ kind: 'failed' })
    expect(await recorded).toEqual({ kind: 'failed' })
    expect(await reload()).toEqual(at(84))
  })

  test('[PX9] without a library nothing is stored, and it is said', async () => {
    expect(await routineStorageIn(null).record([intention], at(90))).toEqual({ kind: 'failed' })
    expect((await routineStorageIn(null).read()).session).toBe(INITIAL_PRACTICE_SESSION)
  })
})

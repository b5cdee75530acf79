import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { createIdleRoutine, ROUTINE_FORMAT_VERSION, type Routine } from '#core/practice/routine.ts'
import { reduceRoutine } from '#core/practice/routine-reducer.ts'
import { aPracticePart, bpm, day, NOON, partId, pieceId } from '#tests/library/builders.ts'
import { stubLocalStorage } from '#tests/storage/local-storage.ts'
import { createObservable } from '#web/concurrency/observable.ts'
import { EMPTY_LIBRARY_COPY } from './library-copy.ts'
import type { OpenedStore, RecordChangeResult } from './store-interface.ts'
import { parseResumableRoutineOrIdle, getRoutineRepository } from './routine-repository.ts'

const HOUR = 60 * 60_000
const parts = [aPracticePart()]
const start = { kind: 'start', parts, from: { kind: 'top' }, today: day('2026-11-20') } as const
const step = reduceRoutine(createIdleRoutine(NOON), start, NOON)

test('[SE14] a routine goes on within four hours of its last change, and is over then', () => {
  expect(parseResumableRoutineOrIdle(step, NOON + 4 * HOUR - 1)).toBe(step)
  expect(parseResumableRoutineOrIdle(step, NOON + 4 * HOUR)).toEqual(createIdleRoutine(NOON + 4 * HOUR))
})

test.each([[undefined], [null], ['step'], [{}], [{ ...step, form: ROUTINE_FORMAT_VERSION + 1 }]])(
  '[SE14] what was kept in a form nobody knows is no routine: %o',
  kept => {
    expect(parseResumableRoutineOrIdle(kept, NOON)).toEqual(createIdleRoutine(NOON))
  },
)

describe('the storage', () => {
  const at = (tempo: number, now = NOON): Routine =>
    reduceRoutine(step, { kind: 'slide', part: partId(1), tempo: bpm(tempo) }, now)
  const intention = { kind: 'piece.delete', args: { id: pieceId(1) } } as const

  afterEach(() => vi.unstubAllGlobals())

  function aDevice() {
    stubLocalStorage()
    let recorded: unknown = null
    const outcome = Promise.withResolvers<RecordChangeResult>()
    const aPage = () =>
      getRoutineRepository({
        userId: 'ada',
        copy: createObservable(EMPTY_LIBRARY_COPY),
        readValue: async () => recorded,
        async record(_intentions, along) {
          const result = await outcome.promise
          if (result.kind === 'saved') recorded = along?.value?.value
          return result
        },
      } satisfies Partial<OpenedStore> as unknown as OpenedStore)
    return { storage: aPage(), outcome, reload: () => aPage().read(), recorded: () => aPage().readRecorded() }
  }

  beforeEach(() => void vi.useFakeTimers({ now: NOON }))
  afterEach(() => void vi.useRealTimers())

  test('[ST16] what is kept is there for the next page before the call returns', async () => {
    const { storage, reload } = aDevice()
    for (const tempo of [81, 82, 83]) storage.keep(at(tempo))
    expect(await reload()).toEqual(at(83))
  })

  test('[PX9] what was given before or during a save never takes the place of what it stored', async () => {
    const { storage, outcome, reload, recorded: storedWithEntry } = aDevice()
    storage.keep(at(81))
    const recorded = storage.record([intention], at(90))
    storage.keep(at(84))
    expect(await reload()).toEqual(at(81))
    outcome.resolve({ kind: 'saved' })
    expect(await recorded).toEqual({ kind: 'saved' })
    expect(await reload()).toEqual(at(90))
    storage.keep(at(91))
    expect(await reload()).toEqual(at(91))
    expect(await storedWithEntry()).toEqual(at(90))
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
})

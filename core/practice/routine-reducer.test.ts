import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { Piece } from '#core/library/piece.ts'
import {
  aLibrary,
  aPart,
  aPiece,
  aPracticePart,
  bpm,
  day,
  NOON,
  partId,
  practiceId,
} from '#tests/library/builders.ts'
import {
  isRoutineLeftUnfinished,
  currentPart,
  isSameTempoAlreadySaved,
  findPartWithUndoableSave,
  createIdleRoutine,
  routineStepNumber,
  routineTempoTotals,
  routineViewKind,
  savedTempoChanges,
  tempoToSave,
  type Routine,
} from './routine.ts'
import { reduceRoutine, type RoutineEvent, type RoutineStartPoint } from './routine-reducer.ts'
import { createTrainerState } from './tempo-trainer.ts'

const today = day('2026-11-20')
const IDLE = createIdleRoutine(NOON)
const BEFORE = { currentTempo: bpm(80), lastPracticed: NOON }

const part = (number: number, isDone = false) =>
  aPracticePart({
    id: partId(number),
    name: `part ${number}`,
    currentTempo: bpm(80),
    lastPracticed: isDone ? today : null,
  })
const partsFrom = (count: number, done: readonly number[] = []) =>
  Array.from({ length: count }, (_, number) => part(number, done.includes(number)))
const start = (count: number, from: RoutineStartPoint = { kind: 'top' }, done: readonly number[] = []) =>
  reduceRoutine(IDLE, { kind: 'start', parts: partsFrom(count, done), from, today }, NOON)
const apply = (routine: Routine, ...events: readonly RoutineEvent[]) =>
  events.reduce((before, event) => reduceRoutine(before, event, NOON), routine)

const SKIP: RoutineEvent = { kind: 'skip' }
const BACK: RoutineEvent = { kind: 'back' }
const LEAVE: RoutineEvent = { kind: 'leave' }
const slide = (tempo: number, number = 0): RoutineEvent => ({
  kind: 'slide',
  part: partId(number),
  tempo: bpm(tempo),
})
const undo = (part: number, entry: number): RoutineEvent => ({
  kind: 'undone',
  part: partId(part),
  entries: [practiceId(entry)],
})
const go = (place: number): RoutineEvent => ({ kind: 'go', place })
const save =
  (entry: number, tempo = 90) =>
  (routine: Routine) => {
    const current = currentPart(routine)
    return current === null ? routine : savePart(routine, current, entry, tempo)
  }
const savePart = (
  routine: Routine,
  current: NonNullable<ReturnType<typeof currentPart>>,
  entry: number,
  tempo = 90,
) => apply(routine, { kind: 'saved', part: current, entry: savedEntry(entry, tempo) })
const savedEntry = (entry: number, tempo: number) => ({
  practiceId: practiceId(entry),
  tempo: bpm(tempo),
  before: BEFORE,
  details: {},
})
const atStep = (step: number, count: number) =>
  Array.from({ length: step }, (_, entry) => save(entry)).reduce((before, next) => next(before), start(count))

const library = (count: number, deleted: readonly number[], tempo = 80, piece: Partial<Piece> = {}) =>
  aLibrary({
    pieces: [aPiece(piece)],
    parts: Array.from({ length: count }, (_, number) =>
      aPart({
        id: partId(number),
        currentTempo: bpm(tempo),
        deletedAt: deleted.includes(number) ? NOON : null,
      }),
    ),
  })
const update = (deleted: readonly number[], undone: readonly number[] = [], tempo = 80): RoutineEvent => ({
  kind: 'library',
  library: library(9, deleted, tempo),
  retracted: new Set(undone.map(practiceId)),
})

const numbers = ({ queue }: Routine) => queue.map(({ partId: id }) => Number(id.slice(5)))
const shown = (routine: Routine) => {
  const id = currentPart(routine)?.partId
  return id === undefined ? routineViewKind(routine) : Number(id.slice(5))
}
const savedEntries = ({ queue }: Routine) => queue.map(({ saved }) => saved?.practiceId ?? null)

describe('every event in every place', () => {
  const places = {
    overview: IDLE,
    left: apply(atStep(1, 3), LEAVE),
    first: start(3),
    middle: atStep(1, 3),
    end: atStep(3, 3),
  }
  test.each<[RoutineEvent, (string | number)[]]>([
    [{ kind: 'start', parts: partsFrom(3), from: { kind: 'top' }, today }, [0, 0, 0, 0, 0]],
    [{ kind: 'start', parts: partsFrom(3), from: { kind: 'part', id: partId(2) }, today }, [2, 2, 2, 2, 2]],
    [{ kind: 'continue' }, ['overview', 1, 0, 1, 'finished']],
    [LEAVE, ['overview', 'overview', 'overview', 'overview', 'overview']],
    [{ kind: 'done' }, ['overview', 'overview', 'overview', 'overview', 'overview']],
    [SKIP, ['overview', 'overview', 1, 2, 'finished']],
    [BACK, ['overview', 'overview', 0, 0, 'finished']],
    [{ kind: 'jump', part: partId(2) }, ['overview', 'overview', 2, 2, 'finished']],
    [{ kind: 'jump', part: partId(8) }, ['overview', 'overview', 0, 1, 'finished']],
    [go(0), ['overview', 'overview', 'overview', 'overview', 'overview']],
    [go(3), ['overview', 2, 2, 2, 2]],
    [go(4), ['overview', 'finished', 'finished', 'finished', 'finished']],
    [go(5), ['overview', 'overview', 0, 1, 'finished']],
    [slide(95), ['overview', 'overview', 0, 1, 'finished']],
    [{ kind: 'one-more', part: part(7), minutes: 4 }, ['overview', 'overview', 0, 1, 7]],
    [{ kind: 'ran-through', saves: [] }, ['overview', 'overview', 0, 1, 'finished']],
    [update([1]), ['overview', 'overview', 0, 2, 'finished']],
  ])('[SE2] %j', (event, expected) => {
    expect(Object.values(places).map(routine => shown(apply(routine, event)))).toEqual(expected)
  })
})

describe('the steps', () => {
  test('[SE8] every step keeps the tempo of its slider, forth and back', () => {
    const next = apply(start(2), slide(95), SKIP)
    expect(currentPart(next)?.tempo).toBe(80)
    const back = currentPart(apply(next, slide(70), BACK))
    expect(back).toMatchObject({ tempo: 95, startTempo: 80, saved: null })
  })

  test('[SE8] what the step that was left still does changes no other part', () => {
    const next = apply(start(2), SKIP)
    const late = { kind: 'train', part: partId(0), trainer: createTrainerState(bpm(95), bpm(120)) } as const
    for (const event of [slide(95), late]) expect(apply(next, event)).toBe(next)
  })

  test('[TR4] a climb moves the slider, and Next saves what it confirmed; without one, what the slider shows', () => {
    const trainer = { ...createTrainerState(bpm(80), bpm(120)), tempo: bpm(92), confirmed: bpm(88) }
    const climbed = currentPart(apply(start(1), { kind: 'train', part: partId(0), trainer }))
    expect(climbed).toMatchObject({ tempo: 92, startTempo: 80 })
    expect(climbed && [true, false].map(isOn => tempoToSave(climbed, isOn))).toEqual([88, 92])
  })
})

describe('where a routine starts', () => {
  test('[SE15] at the first part not practiced today, with the others behind; at the top when all were', () => {
    const open = start(4, { kind: 'open' }, [0, 2])
    expect([numbers(open), open.index]).toEqual([[0, 2, 1, 3], 2])
    for (const top of [start(4, { kind: 'open' }, [0, 1, 2, 3]), start(4, { kind: 'top' }, [0])])
      expect([numbers(top), top.index]).toEqual([[0, 1, 2, 3], 0])
  })

  test('[SE15] at a part, with those not practiced today that stand below it; one that is gone starts as without', () => {
    const at2 = start(4, { kind: 'part', id: partId(2) }, [0])
    expect([numbers(at2), at2.index]).toEqual([[0, 1, 2, 3], 2])
    const again = start(4, { kind: 'part', id: partId(1) }, [0, 1, 3])
    expect([numbers(again), shown(again)]).toEqual([[0, 3, 1, 2], 1])
    expect(shown(start(4, { kind: 'part', id: partId(9) }, [0]))).toBe(1)
  })
})

describe('a routine that was left', () => {
  test('[SE14] goes on at its step, with what was saved and where its slider stood', () => {
    const moved = apply(atStep(1, 4), slide(85, 1))
    const left = apply(moved, LEAVE)
    expect(isRoutineLeftUnfinished(left)).toBe(true)
    expect(routineTempoTotals(left)).toEqual({ gained: 10, practiced: 1, held: 0 })
    expect(apply(left, { kind: 'continue' })).toEqual({ ...moved, undo: null })
  })

  test('[SE14] is not offered where nothing was done, at its end, or when no step is left', () => {
    expect(isRoutineLeftUnfinished(apply(start(3), LEAVE))).toBe(false)
    expect(isRoutineLeftUnfinished(apply(atStep(3, 3), LEAVE))).toBe(false)
    expect(isRoutineLeftUnfinished(apply(atStep(1, 3), LEAVE, update([1, 2])))).toBe(false)
    expect(isRoutineLeftUnfinished(apply(start(3), SKIP, LEAVE))).toBe(true)
  })

  test('[SE14] loses the step of a part that is deleted, and takes the tempos of now', () => {
    const left = apply(atStep(1, 4), LEAVE)
    expect(apply(left, update([0]))).toMatchObject({ index: 0, gone: [{ partId: partId(0) }] })
    const [first, ...others] = apply(left, update([1], [], 100)).queue
    expect(first).toMatchObject({ saved: { practiceId: practiceId(0) }, tempo: 80 })
    expect(others.map(({ tempo }) => tempo)).toEqual([100, 100])
  })

  test('[PX33] the browser’s Forward comes back to it, also where nothing was done, and not once it is done', () => {
    expect(shown(apply(start(3), go(0), go(1)))).toBe(0)
    expect([IDLE, start(2), atStep(1, 2), atStep(2, 2)].map(routineStepNumber)).toEqual([0, 1, 2, 3])
    expect(shown(apply(atStep(3, 3), { kind: 'done' }, go(1)))).toBe('overview')
  })
})

describe('while a tempo is being saved', () => {
  const at1 = atStep(1, 3)
  const pressed = currentPart(at1)
  if (pressed === null) throw new Error('no step')

  test('[SE2] whoever goes to another step stays there, and the part gets the tempo', () => {
    for (const [event, where] of [
      [BACK, 0],
      [SKIP, 2],
      [LEAVE, 'overview'],
    ] as const) {
      const routine = savePart(apply(at1, event), pressed, 1)
      expect(shown(routine)).toBe(where)
      expect(savedEntries(routine)).toEqual([practiceId(0), practiceId(1), null])
    }
    expect(savePart(IDLE, pressed, 1)).toBe(IDLE)
  })

  test('[SE2] its part is deleted: the next one is not credited, and it counts once', () => {
    const routine = savePart(apply(at1, update([1])), pressed, 1)
    expect([shown(routine), savedEntries(routine)]).toEqual([2, [practiceId(0), null]])
    expect(routineTempoTotals(routine).practiced).toBe(2)
    expect(routineTempoTotals(savePart(apply(atStep(2, 3), BACK, update([1])), pressed, 3)).practiced).toBe(2)
  })
})

describe('what the library says', () => {
  test('[OH1] of a piece that is put on hold or deleted no step is left', () => {
    for (const piece of [{ onHold: true }, { deletedAt: NOON }]) {
      const gone = { kind: 'library', library: library(3, [], 80, piece), retracted: new Set() } as const
      expect(shown(apply(start(3), { ...gone, retracted: new Set() }))).toBe('overview')
    }
  })

  test('[SE8] an untouched part takes the tempo of now, and gains count from there; others stay as they are', () => {
    const elsewhere = update([], [], 100)
    const routine = apply(start(2), elsewhere)
    expect(currentPart(routine)).toMatchObject({ tempo: 100, startTempo: 100 })
    expect(routineTempoTotals(save(1, 104)(routine)).gained).toBe(4)
    expect(currentPart(apply(start(1), slide(90), elsewhere))?.tempo).toBe(90)
    expect(currentPart(apply(save(1, 80)(start(2)), BACK, elsewhere))?.tempo).toBe(80)
  })
})

describe('what can be undone', () => {
  test('[PX8] the last press saved; a deletion elsewhere and tempos of now are no press', () => {
    const saved = { practiceId: practiceId(1), before: BEFORE }
    for (const routine of [atStep(2, 3), atStep(2, 2), apply(atStep(2, 4), update([3], [], 100))])
      expect(findPartWithUndoableSave(routine)).toMatchObject({ partId: partId(1), saved })
  })

  test('[PX8] every other press forgets it, and so does undoing it', () => {
    const train = { kind: 'train', part: partId(2), trainer: createTrainerState(bpm(80), bpm(120)) } as const
    const corrected = { kind: 'corrected', part: partId(0), entry: savedEntry(9, 84) } as const
    const others = [SKIP, BACK, slide(90, 2), train, corrected, LEAVE, go(1), update([], [1])]
    for (const event of others) expect(findPartWithUndoableSave(apply(atStep(2, 3), event))).toBe(null)
    expect(findPartWithUndoableSave(apply(atStep(2, 3), update([], [0])))).not.toBe(null)
  })

  test('[PX47] at the end each part is corrected, or its step comes again as the last, with its tempo', () => {
    const corrected = apply(atStep(3, 3), { kind: 'corrected', part: partId(0), entry: savedEntry(9, 84) })
    expect(shown(corrected)).toBe('finished')
    expect(savedTempoChanges(corrected).map(({ to }) => to)).toEqual([84, 90, 90])
    // Another tab sees the first entry only as retracted, and takes the correction over in its place.
    expect(savedTempoChanges(apply(corrected, update([], [0])))).toHaveLength(3)
    for (const elsewhere of [atStep(3, 3), apply(atStep(3, 3), update([], [0]))]) {
      const [taken] = apply(elsewhere, { kind: 'other-tab', other: corrected }).queue
      expect(taken).toMatchObject({ saved: { tempo: 84 }, unsavedMs: 0 })
    }
    const slid = save(0)(apply(start(1), slide(90)))
    const other = apply(slid, { kind: 'corrected', part: partId(0), entry: savedEntry(9, 92) })
    expect(apply(slid, { kind: 'other-tab', other }).queue[0]?.tempo).toBe(92)

    // A late Undo of the first entry leaves the correction as it is.
    expect(apply(corrected, undo(0, 0))).toBe(corrected)

    const undone = apply(corrected, undo(0, 9), update([], [0, 9]))
    expect(currentPart(undone)).toMatchObject({ partId: partId(0), tempo: 84, saved: null })
    expect(numbers(undone)).toEqual([1, 2, 0])
    expect(shown(save(10)(undone))).toBe('finished')
    const atLast = apply(atStep(2, 3), undo(0, 0))
    expect(shown(atLast)).toBe(2)
    expect(shown(apply(atStep(3, 3), undo(1, 1), update([1], [1])))).toBe('finished')
  })
})

describe('two tabs in one routine', () => {
  const both = start(3)
  const known = aPart({ currentTempo: bpm(90) })

  test('[PX6] a step that the other tab saved is not counted again, unless another tempo is shown', () => {
    const mine = apply(both, { kind: 'other-tab', other: save(1)(both) })
    expect(currentPart(mine)).toMatchObject({ partId: partId(0), saved: { tempo: 90 } })
    const current = currentPart(mine)
    expect(current && isSameTempoAlreadySaved(current, bpm(90), known)).toBe(true)
    const touched = currentPart(apply(both, slide(85), { kind: 'other-tab', other: save(1)(both) }))
    expect(touched?.tempo).toBe(85)
    expect(touched && isSameTempoAlreadySaved(touched, bpm(85), known)).toBe(false)
  })

  test('[PX6] a tempo that was corrected elsewhere since is saved again', () => {
    const current = currentPart(apply(save(1)(both), BACK))
    expect(current && isSameTempoAlreadySaved(current, bpm(90), known)).toBe(true)
    expect(current && isSameTempoAlreadySaved(current, bpm(90), aPart({ currentTempo: bpm(70) }))).toBe(false)
  })

  test('[SC12] another routine, or one that saved nothing, changes nothing', () => {
    const another = { ...save(1)(both), startedAt: NOON + 1 }
    for (const other of [another, apply(both, SKIP)])
      expect(apply(both, { kind: 'other-tab', other })).toBe(both)
  })
})

describe('the totals', () => {
  test('[PX10] bpm gained, parts practiced, parts held; skipped parts are not listed', () => {
    // 12 and 3 bpm gained, one held, one slower, one skipped.
    const tempos = [92, 83, 80, 70]
    const routine = apply(
      tempos.reduce((before, tempo, entry) => save(entry, tempo)(before), start(5)),
      SKIP,
    )
    expect(routineTempoTotals(routine)).toEqual({ gained: 15, practiced: 4, held: 2 })
    expect(savedTempoChanges(routine).map(({ from, to }) => [from, to])).toEqual(
      tempos.map(tempo => [80, tempo]),
    )
    expect(routineTempoTotals(IDLE)).toEqual({ gained: 0, practiced: 0, held: 0 })
  })
})

test('[SE1][SE2][PX8] whatever is pressed: a step has a part, the order stays, what was saved counts', () => {
  const press = fc.oneof(
    fc.record({ kind: fc.constant('next'), tempo: fc.integer({ min: 40, max: 228 }) }),
    fc.constantFrom({ kind: 'skip' }, { kind: 'back' }, { kind: 'leave' }, { kind: 'continue' }),
    fc.record({ kind: fc.constant('go'), place: fc.nat(9) }),
    fc.record({ kind: fc.constant('undo'), entry: fc.nat(20) }),
    fc.record({ kind: fc.constant('delete'), part: fc.nat(6) }),
  )
  type Press = { kind: string; tempo?: number; place?: number; entry?: number; part?: number }
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 7 }),
      fc.array<Press>(press, { maxLength: 40 }),
      (count, presses) => {
        let routine = start(count)
        const order = numbers(routine)
        const entryOfPart = new Map<string, number>()
        const deleted: number[] = []
        const undone: number[] = []
        let entries = 0
        for (const { kind, tempo, place, entry, part: gone } of presses) {
          const on = currentPart(routine)
          if (kind === 'next' && on !== null) entryOfPart.set(on.partId, entries)
          if (kind === 'next') routine = save(entries++, tempo)(routine)
          else if (place !== undefined) routine = apply(routine, go(place))
          else if (entry === undefined && gone === undefined)
            routine = apply(routine, { kind } as RoutineEvent)
          if (entry !== undefined) {
            if (entry < entries) undone.push(entry)
            for (const [id, at] of entryOfPart) if (undone.includes(at)) entryOfPart.delete(id)
          }
          if (gone !== undefined) deleted.push(gone)
          routine = apply(routine, update(deleted, undone))

          expect(routineViewKind(routine) === 'step').toBe(currentPart(routine) !== null)
          expect(numbers(routine)).toEqual(order.filter(number => numbers(routine).includes(number)))
          expect(numbers(routine).some(number => deleted.includes(number))).toBe(false)
          expect(routineTempoTotals(routine).practiced).toBe(entryOfPart.size)
        }
      },
    ),
  )
})

import { expect, test } from 'vitest'
import { reduceRoutine } from '#core/practice/routine-reducer.ts'
import { currentPart, createIdleRoutine } from '#core/practice/routine.ts'
import { createTrainerState } from '#core/practice/tempo-trainer.ts'
import { planTimedSession } from '#core/timed-session/timed-session.ts'
import { aPracticePart, bpm, day, NOON, partId } from '#tests/library/builders.ts'
import { localDay } from '#web/device/calendar.ts'
import { createPracticeDetails } from './use-routine.ts'

const today = day('2026-11-20')
const parts = [aPracticePart({ lastPracticed: day('2026-11-18') })]
const before = { currentTempo: bpm(80), lastPracticed: NOON - 2 * 86_400_000 }
const at = NOON + 95_000

const untimed = reduceRoutine(
  createIdleRoutine(NOON),
  { kind: 'start', parts, from: { kind: 'top' }, today },
  NOON,
)
const plan = planTimedSession({ parts, today, minutes: 10 })
const timed = reduceRoutine(
  createIdleRoutine(NOON),
  { kind: 'start-timed', plan, minutes: 10, lastPracticeDay: null, from: null },
  NOON,
)

function detailsIn(routine: typeof timed) {
  const part = currentPart(routine)
  if (part === null) throw new Error('no step')
  return createPracticeDetails(routine, part, before, at, localDay)
}

test('[TC1] an entry says the seconds and the local day, in a timed session also the seconds planned', () => {
  const common = { seconds: 95, day: localDay(at), firstTryClean: null }
  expect(detailsIn(timed)).toEqual({ ...common, plannedSeconds: 600 })
  expect(detailsIn(untimed)).toEqual({ ...common, plannedSeconds: null })
})

test('[FT1] an entry says whether the first try was clean', () => {
  const firstAnswer = { tempo: bpm(80), isClean: false }
  const trainer = { ...createTrainerState(bpm(80), bpm(120)), firstAnswer }
  expect(detailsIn(reduceRoutine(untimed, { kind: 'train', part: partId(1), trainer }, NOON))).toMatchObject({
    firstTryClean: false,
  })
})

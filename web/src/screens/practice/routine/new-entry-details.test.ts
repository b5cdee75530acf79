import { expect, test } from 'vitest'
import {
  INITIAL_PRACTICE_SESSION,
  startPracticeSession,
  currentPart,
} from '#core/practice/practice-session.ts'
import { updateStepTimes, INITIAL_STEP_TIMES } from '#core/timed-session/step-times.ts'
import { startTimedRoutine } from '#core/timed-session/timed-routine.ts'
import { createTimedSession } from '#core/timed-session/timed-session.ts'
import { aPracticePart, bpm, day, NOON } from '#tests/library/builders.ts'
import { localDay } from '#web/device/calendar.ts'
import { newEntryDetails } from './use-routine.ts'

const parts = [aPracticePart({ lastPracticed: day('2026-11-18') })]
const before = { currentTempo: bpm(80), lastPracticed: NOON - 2 * 86_400_000 }

function aStep(isTimed: boolean) {
  const session = startPracticeSession(parts)
  const part = currentPart(session)
  if (part === null) throw new Error('no step')
  const slots = { session: createTimedSession({ parts, today: day('2026-11-20'), minutes: 10 }), minutes: 10 }
  const { timed } = startTimedRoutine({ ...slots, lastPracticeDay: null, from: null }, NOON)
  const times = updateStepTimes(INITIAL_STEP_TIMES, INITIAL_PRACTICE_SESSION, session, NOON)
  return { session, part, before, times, timed: isTimed ? timed : null, now: NOON + 95_000 }
}

test('[TC1] an entry says the seconds and the local day, in a timed session also the seconds planned', () => {
  expect(newEntryDetails(aStep(true))).toEqual({
    seconds: 95,
    plannedSeconds: 600,
    day: localDay(NOON + 95_000),
    firstTryClean: null,
  })
  expect(newEntryDetails(aStep(false))).toMatchObject({ seconds: 95, plannedSeconds: null })
})

test('[FT1] an entry says whether the first try was clean', () => {
  const step = aStep(false)
  const trainer = { ...trainerAt(80), firstAnswer: { tempo: bpm(80), isClean: false } }
  expect(newEntryDetails({ ...step, part: { ...step.part, trainer } })).toMatchObject({
    firstTryClean: false,
  })
})

const trainerAt = (tempo: number) => ({
  tempo: bpm(tempo),
  inARow: 0,
  misses: 0,
  confirmed: null,
  start: bpm(tempo),
  goal: bpm(120),
})

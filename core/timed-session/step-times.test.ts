import { expect, test } from 'vitest'
import {
  pauseRoutine,
  continueRoutine,
  goToNextStep,
  goToPreviousStep,
  recordSavedTempo,
  INITIAL_PRACTICE_SESSION,
  startPracticeSession,
  currentPart,
  withSaveUndone,
  type PracticeSession,
} from '#core/practice/practice-session.ts'
import { aPracticePart, bpm, NOON, partId, practiceId } from '#tests/library/builders.ts'
import {
  updateStepTimes,
  INITIAL_STEP_TIMES,
  practiceSecondsToSave,
  recordStepActivity,
  type StepTimes,
} from './step-times.ts'

const MINUTE = 60_000
const BEFORE = { currentTempo: bpm(80), lastPracticed: NOON }

/** A routine of two parts at its first step, played by a clock of minutes since NOON. */
function aRoutine() {
  let session: PracticeSession = startPracticeSession(
    [1, 2].map(number => aPracticePart({ id: partId(number) })),
  )
  let times: StepTimes = updateStepTimes(INITIAL_STEP_TIMES, INITIAL_PRACTICE_SESSION, session, NOON)
  const at = (minutes: number) => NOON + minutes * MINUTE
  return {
    change(minutes: number, update: (before: PracticeSession) => PracticeSession) {
      const after = update(session)
      times = updateStepTimes(times, session, after, at(minutes))
      session = after
    },
    sign: (minutes: number, isClicking = false) =>
      void (times = recordStepActivity(times, at(minutes), isClicking)),
    seconds: (minutes: number, part = 1) => practiceSecondsToSave(times, session, partId(part), at(minutes)),
    session: () => session,
  }
}
const saved = (entry: number, part: number) => (session: PracticeSession) => {
  const step = currentPart(session)
  if (step?.partId !== partId(part)) throw new Error('another step')
  return recordSavedTempo(session, step, { practiceId: practiceId(entry), tempo: bpm(90) }, BEFORE)
}

test('[TC1] the stretches between signs of life count, each at most five minutes', () => {
  const routine = aRoutine()
  routine.sign(1)
  routine.sign(4)
  expect(routine.seconds(6)).toBe(6 * 60)
  expect(routine.seconds(500)).toBe(9 * 60)
})

test('[TC1] while the click runs a stretch counts up to 20 minutes, a step up to 60', () => {
  const routine = aRoutine()
  for (const minutes of [0, 15, 40, 55, 75]) routine.sign(minutes, true)
  expect(routine.seconds(75)).toBe(3600)
  const shorter = aRoutine()
  shorter.sign(0, true)
  expect(shorter.seconds(18)).toBe(18 * 60)
  expect(shorter.seconds(45)).toBe(20 * 60)
})

test('[TC1] the time between leaving a routine and coming back does not count', () => {
  const routine = aRoutine()
  routine.change(3, session => goToNextStep(session))
  routine.change(4, pauseRoutine)
  routine.change(60, continueRoutine)
  expect(routine.seconds(62, 2)).toBe(3 * 60)
})

test('[TC1] an entry takes the time of its part, of all visits since it was saved last', () => {
  const routine = aRoutine()
  routine.change(2, goToNextStep)
  routine.change(3, goToPreviousStep)
  expect(routine.seconds(5)).toBe(4 * 60)
  routine.change(5, saved(1, 1))
  expect(routine.seconds(5)).toBeNull()
  expect(routine.seconds(6, 2)).toBe(2 * 60)
  routine.change(6, goToPreviousStep)
  expect(routine.seconds(7)).toBe(60)
})

test('[TC1] the time of an entry that is undone counts for the next one', () => {
  const routine = aRoutine()
  routine.change(4, saved(1, 1))
  routine.change(4, session => withSaveUndone(session, practiceId(1)))
  routine.change(4, goToPreviousStep)
  expect(routine.seconds(5)).toBe(5 * 60)
})

test('[TC1] without time there are no seconds, and a clock that is set back takes none away', () => {
  const routine = aRoutine()
  expect(routine.seconds(0)).toBeNull()
  routine.sign(2)
  routine.sign(-30)
  expect(routine.seconds(-30)).toBe(120)
})

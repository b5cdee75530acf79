import type { PieceToFill } from '../pieces/filled-library.ts'
import type { Visit } from './visit.ts'

// How a musician comes to the practice overview and through a routine.

/** Signs in, fills the library and opens the practice overview. */
export async function openPracticeOverview(visit: Visit, pieces?: readonly PieceToFill[]) {
  await visit.musician.signIn()
  await visit.musician.fillLibrary(pieces)
  await visit.page.goto('/practice')
  await visit.button('practice:start').waitFor()
}

/** Signs in, fills the library and begins a routine. */
export async function atStep(visit: Visit, pieces?: readonly PieceToFill[]) {
  await openPracticeOverview(visit, pieces)
  await beginRoutine(visit)
}

/** Begins a routine without a time limit on the overview. */
export async function beginRoutine(visit: Visit) {
  await visit.press('practice:start')
  await seeStep(visit)
}

/** Waits for the step of a part. */
export const seeStep = ({ page, t }: Visit) =>
  page.getByRole('slider', { name: t('practice:step.tempo') }).waitFor()

/** Starts the metronome of a step. */
export async function startMetronome(visit: Visit) {
  await visit.press('practice:step.startMetronome')
  await visit.button('practice:step.stopMetronome').waitFor()
}

/** Chooses one of the offered times on the overview, in minutes, and waits for its parts. */
export async function chooseMinutes(visit: Visit, count: 20 | 45) {
  const name = visit.t('practice:time.minutes_other', { count })
  await visit.page.getByRole('radio', { name, exact: true }).check()
  await visit.button('practice:time.start_other', { count }).waitFor()
  await visit.page.locator('[data-put-off]').first().waitFor()
}

import type { PieceToFill } from '../pieces/filled-library.ts'
import { CLAIR, LONG_NAMES, SWAN } from './libraries.ts'
import { atOverview } from './practicing.ts'
import { statesOf } from './state.ts'
import type { Visit } from './visit.ts'

/** The overview and the steps of a timed session. */
export const practicingInTime = statesOf('/practice', 'signed-in', [
  { name: 'practice-timed', open: visit => atTimedOverview(visit) },
  {
    name: 'practice-timed-put-off',
    async open(visit) {
      await atTimedOverview(visit, LONG_NAMES)
      await visit.page.locator('[data-put-off]').first().click()
      await visit.button('practice:timed.bringBack').waitFor()
    },
  },
  {
    name: 'practice-timed-other',
    async open(visit) {
      await atTimedOverview(visit, LONG_NAMES)
      await visit.page.getByRole('radio', { name: visit.t('practice:time.other'), exact: true }).check()
      await visit.button('practice:time.longer').click()
    },
  },
  {
    name: 'practice-timed-left',
    async open(visit) {
      await atTimedStep(visit, LONG_NAMES)
      await visit.press('practice:step.next')
      await visit.see('practice:step.number', { step: 2, steps: 3 })
      await visit.press('practice:step.leave')
      await visit.button('practice:continue', { step: 2, steps: 3 }).waitFor()
    },
  },
  {
    name: 'practice-timed-not-reached',
    async open(visit) {
      await atTimedOverview(visit, [...LONG_NAMES, CLAIR, SWAN])
      await visit.page
        .getByRole('radio', { name: visit.t('practice:time.minutes_other', { count: 45 }), exact: true })
        .check()
      await visit.press('practice:time.start_other', { count: 45 })
      await visit.press('tempo.more')
      await visit.press('practice:step.next')
      await visit.see('practice:step.number', { step: 2, steps: 7 })
      await visit.press('practice:step.leave')
      await visit.page.getByText(visit.t('practice:timed.moreParts_other', { count: 2 })).waitFor()
    },
  },
  { name: 'practice-step-timed', open: visit => atTimedStep(visit, LONG_NAMES) },
  {
    name: 'practice-step-block-over',
    async open(visit) {
      await visit.page.clock.install()
      await atTimedStep(visit, LONG_NAMES)
      await visit.page.clock.fastForward('12:01')
      await visit.page.locator('output p').waitFor()
    },
  },
  {
    name: 'practice-finished-more',
    async open(visit) {
      await atTimedStep(visit, LONG_NAMES)
      for (const step of [1, 2, 3]) {
        await visit.see('practice:step.number', { step, steps: 3 })
        await visit.press('practice:step.next')
        // Longer than a foot pedal bounces.
        await visit.page.waitForTimeout(600)
      }
      await visit.button('practice:finished.more').waitFor()
    },
  },
])

async function atTimedOverview(visit: Visit, pieces?: readonly PieceToFill[]) {
  await atOverview(visit, pieces)
  await visit.page
    .getByRole('radio', { name: visit.t('practice:time.minutes_other', { count: 20 }), exact: true })
    .check()
  await visit.button('practice:time.start_other', { count: 20 }).waitFor()
  await visit.page.locator('[data-put-off]').first().waitFor()
}

async function atTimedStep(visit: Visit, pieces?: readonly PieceToFill[]) {
  await atTimedOverview(visit, pieces)
  await visit.press('practice:time.start_other', { count: 20 })
  await visit.page.getByRole('slider', { name: visit.t('practice:step.tempo') }).waitFor()
}

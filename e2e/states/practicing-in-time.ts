import { waitOutPedalBounce } from '../controls.ts'
import type { PieceToFill } from '../pieces/filled-library.ts'
import { LONG_NAME_PIECES } from './libraries.ts'
import { closeDialog } from './places.ts'
import { practiceStates } from './practicing.ts'
import { chooseMinutes, openPracticeOverview, seeStep } from './routines.ts'
import { statesOfRoute } from './state.ts'
import type { Visit } from './visit.ts'

/** The screen states of a timed session: its overview and its steps. */
export const timedSessionStates = statesOfRoute(
  '/practice',
  'signed-in',
  [
    {
      name: 'practice-timed-put-off',
      async open(visit) {
        await atTimedOverview(visit, LONG_NAME_PIECES)
        await visit.page.locator('[data-put-off]').first().click()
        await visit.button('practice:timed.bringBack').waitFor()
      },
    },
    {
      name: 'practice-timed-other',
      after: 'practice-timed-put-off',
      async open(visit) {
        await visit.press('practice:timed.bringBack')
        await visit.page.getByRole('radio', { name: visit.t('practice:time.other'), exact: true }).check()
        await visit.button('practice:time.longer').click()
      },
    },
    {
      name: 'practice-step-timed',
      after: 'practice-timed-other',
      async open(visit) {
        await chooseMinutes(visit, 20)
        await startTimedRoutine(visit)
        await seeStep(visit)
      },
    },
    {
      name: 'practice-timed-left',
      after: 'practice-step-timed',
      async open(visit) {
        await visit.press('practice:step.next')
        await visit.see('practice:step.number', { step: 2, steps: 3 })
        await visit.press('practice:step.leave')
        await visit.button('practice:continue', { step: 2, steps: 3 }).waitFor()
      },
    },
    {
      name: 'practice-finished-more',
      after: 'practice-timed-left',
      async open(visit) {
        await visit.press('practice:continue', { step: 2, steps: 3 })
        for (const step of [2, 3]) {
          await visit.see('practice:step.number', { step, steps: 3 })
          await visit.press('practice:step.next')
          await waitOutPedalBounce(visit.page)
        }
        await visit.button('practice:finished.more').waitFor()
      },
    },
    {
      name: 'practice-step-block-over',
      after: 'practice-finished-more',
      async open(visit) {
        await visit.page.clock.install()
        await visit.press('practice:finished.more')
        await seeStep(visit)
        await sendToastAway(visit)
        await visit.page.clock.fastForward('20:01')
        await visit.page.locator('output p').waitFor()
      },
    },
    {
      name: 'practice-timed-not-reached',
      after: 'practice-beside-long-names',
      async open(visit) {
        await chooseMinutes(visit, 45)
        await visit.press('practice:time.start_other', { count: 45 })
        await visit.press('tempo.more')
        await visit.press('practice:step.next')
        await visit.see('practice:step.number', { step: 2, steps: 7 })
        await visit.press('practice:step.leave')
        await visit.page.getByText(visit.t('practice:timed.moreParts_other', { count: 2 })).waitFor()
      },
    },
    {
      name: 'practice-timed-performance',
      open: visit => atTimedOverview(visit, PERFORMED),
    },
    {
      name: 'practice-run-through',
      after: 'practice-timed-performance',
      async open(visit) {
        await visit.button('practice:timed.runThroughNotToday', { piece: LONGEST }).waitFor()
        await startTimedRoutine(visit)
        await visit.button('practice:runThrough.clean').waitFor()
      },
    },
    {
      name: 'practice-run-through-finished',
      after: 'practice-run-through',
      async open(visit) {
        await visit.press('practice:runThrough.clean')
        await sendToastAway(visit)
        for (const step of [1, 2]) {
          await visit.see('practice:step.number', { step, steps: 2 })
          // At once, the press would be the echo of the one before.
          await waitOutPedalBounce(visit.page)
          await visit.press('practice:step.skip')
        }
        await visit.page.getByText(visit.t('practice:runThrough.played', { piece: LONGEST })).waitFor()
      },
    },
  ],
  practiceStates,
)

async function atTimedOverview(visit: Visit, pieces: readonly PieceToFill[]) {
  await openPracticeOverview(visit, pieces)
  await chooseMinutes(visit, 20)
}

const startTimedRoutine = (visit: Visit) => visit.press('practice:time.start_other', { count: 20 })

/** A dialog sends a toast with a button away, without pressing the button. */
async function sendToastAway(visit: Visit) {
  await visit.press('practice:click.title')
  await visit.dialog.waitFor()
  await closeDialog(visit)
}

const LONGEST = LONG_NAME_PIECES[1]?.name ?? ''

/** The longest names, of which the second piece is performed in two days. */
const PERFORMED = LONG_NAME_PIECES.map((piece, index) => (index === 1 ? { ...piece, performedIn: 2 } : piece))

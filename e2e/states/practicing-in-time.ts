import { waitOutPedalBounce } from '../controls.ts'
import type { PieceToFill } from '../pieces/filled-library.ts'
import { CLAIR_PIECE, LONG_NAME_PIECES, SWAN_PIECE } from './libraries.ts'
import { openPracticeOverview } from './practicing.ts'
import { statesOfRoute } from './state.ts'
import { keepToastsOpen } from './trouble.ts'
import type { Visit } from './visit.ts'

/** The screen states of a timed session: its overview and its steps. */
export const timedSessionStates = statesOfRoute('/practice', 'signed-in', [
  { name: 'practice-timed', open: visit => atTimedOverview(visit) },
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
  { name: 'practice-step-timed', open: visit => atTimedStep(visit, LONG_NAME_PIECES) },
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
    name: 'practice-timed-not-reached',
    async open(visit) {
      await atTimedOverview(visit, [...LONG_NAME_PIECES, CLAIR_PIECE, SWAN_PIECE])
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
  {
    name: 'practice-timed-performance',
    open: visit => atTimedOverview(visit, performed(2)),
  },
  {
    name: 'practice-timed-no-run-through',
    async open(visit) {
      await atTimedOverview(visit, performed(0))
      await visit.page.locator('[data-put-off]').first().click()
      await visit.page.getByText(visit.t('practice:timed.noRunThrough')).waitFor()
    },
  },
  { name: 'practice-run-through', after: 'practice-timed-performance', open: startRunThrough },
  {
    name: 'practice-run-through-saved',
    covers: ['showSuccess practice:runThrough.saved'],
    async open(visit) {
      await keepToastsOpen(visit.page)
      await atRunThrough(visit)
      await visit.press('practice:runThrough.clean')
      await visit.see('practice:runThrough.saved', { piece: LONGEST })
    },
  },
  {
    name: 'practice-run-through-finished',
    async open(visit) {
      await atRunThrough(visit)
      await visit.press('practice:runThrough.stops')
      for (const step of [1, 2]) {
        await visit.see('practice:step.number', { step, steps: 2 })
        // The first Skip would be the echo of the answer.
        await waitOutPedalBounce(visit.page)
        await visit.press('practice:step.skip')
      }
      await visit.page.getByText(visit.t('practice:runThrough.played', { piece: LONGEST })).waitFor()
    },
  },
  {
    name: 'practice-step-block-over',
    async open(visit) {
      await visit.page.clock.install()
      await atTimedStep(visit, LONG_NAME_PIECES)
      await visit.page.clock.fastForward('12:01')
      await visit.page.locator('output p').waitFor()
    },
  },
  {
    name: 'practice-finished-more',
    async open(visit) {
      await atTimedStep(visit, LONG_NAME_PIECES)
      for (const step of [1, 2, 3]) {
        await visit.see('practice:step.number', { step, steps: 3 })
        await visit.press('practice:step.next')
        await waitOutPedalBounce(visit.page)
      }
      await visit.button('practice:finished.more').waitFor()
    },
  },
])

async function atTimedOverview(visit: Visit, pieces?: readonly PieceToFill[]) {
  await openPracticeOverview(visit, pieces)
  await visit.page
    .getByRole('radio', { name: visit.t('practice:time.minutes_other', { count: 20 }), exact: true })
    .check()
  await visit.button('practice:time.start_other', { count: 20 }).waitFor()
  await visit.page.locator('[data-put-off]').first().waitFor()
}

const LONGEST = LONG_NAME_PIECES[1]?.name ?? ''

/** The longest names, of which the second piece is performed in so many days. */
const performed = (performedIn: number): readonly PieceToFill[] =>
  LONG_NAME_PIECES.map((piece, index) => (index === 1 ? { ...piece, performedIn } : piece))

async function atRunThrough(visit: Visit) {
  await atTimedOverview(visit, performed(2))
  await startRunThrough(visit)
}

async function startRunThrough(visit: Visit) {
  await visit.press('practice:time.start_other', { count: 20 })
  await visit.button('practice:runThrough.clean').waitFor()
}

async function atTimedStep(visit: Visit, pieces?: readonly PieceToFill[]) {
  await atTimedOverview(visit, pieces)
  await visit.press('practice:time.start_other', { count: 20 })
  await visit.page.getByRole('slider', { name: visit.t('practice:step.tempo') }).waitFor()
}

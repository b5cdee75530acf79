import { waitOutPedalBounce } from '../controls.ts'
import { LONG_NAME_PIECES } from './libraries.ts'
import { closeDialog } from './places.ts'
import { practiceStepStates } from './practicing-step.ts'
import { atStep, beginRoutine } from './routines.ts'
import { statesOfRoute } from './state.ts'
import { holdToast } from './trouble.ts'

/** The screen states of a routine whose tempos are saved, and of its summaries. */
export const practiceResultStates = statesOfRoute(
  '/practice',
  'signed-in',
  [
    {
      name: 'practice-jump',
      covers: ['screens/practice/step-progress.tsx'],
      async open(visit) {
        await atStep(visit, LONG_NAME_PIECES)
        await visit.press('tempo.more')
        await visit.press('practice:step.next')
        await visit.see('practice:step.number', { step: 2, steps: 4 })
        await visit.press('practice:jump.open', {
          number: visit.t('practice:step.number', { step: 2, steps: 4 }),
        })
        await visit.dialog.waitFor()
      },
    },
    {
      name: 'practice-left',
      after: 'practice-jump',
      async open(visit) {
        await closeDialog(visit)
        await visit.press('practice:step.leave')
        await visit.page.locator('summary').click()
        await visit.button('practice:continue', { step: 2, steps: 4 }).waitFor()
      },
    },
    {
      name: 'practice-finished',
      after: 'practice-left',
      async open(visit) {
        await visit.press('practice:continue', { step: 2, steps: 4 })
        for (const step of [2, 3, 4]) {
          await visit.see('practice:step.number', { step, steps: 4 })
          await visit.press('tempo.more')
          await visit.press('practice:step.next')
          await waitOutPedalBounce(visit.page)
        }
        await visit.button('practice:finished.done').waitFor()
      },
    },
    {
      name: 'practice-over',
      after: 'practice-finished',
      async open(visit) {
        await visit.press('practice:finished.done')
        await visit.see('practice:over.text')
      },
    },
    {
      name: 'practice-saved',
      after: 'practice-over',
      async open(visit) {
        await beginRoutine(visit)
        await visit.press('practice:step.next')
        await visit.see('practice:saved', { part: LONG_NAME_PIECES[0]?.parts[0]?.[0] ?? '', bpm: 41 })
        await holdToast(visit.page)
      },
    },
    {
      name: 'practice-finished-nothing',
      after: 'practice-step-silent-bar',
      async open(visit) {
        await visit.press('practice:step.skip')
        await visit.see('practice:finished.nothingText')
      },
    },
  ],
  practiceStepStates,
)

import { closeDialog } from './places.ts'
import { publicPageStates } from './public-pages.ts'
import { startMetronome } from './routines.ts'
import { signInStates } from './signing-in.ts'
import { statesOfRoute } from './state.ts'

/** The screen states of the practice step that guests can try out. */
export const tryOutStates = statesOfRoute(
  '/try',
  'guest',
  [
    {
      name: 'try-out',
      after: 'privacy',
      async open(visit) {
        await visit.press('back')
        await visit.link('sign-in:tryOut').click()
        await visit.heading('practice:tryOut.title').waitFor()
      },
    },
    {
      name: 'try-out-settings',
      after: 'try-out',
      async open(visit) {
        await visit.press('practice:click.title')
        await visit.dialog.getByRole('tab', { name: visit.t('practice:trainer.tab') }).waitFor()
      },
    },
    {
      name: 'try-out-running',
      after: 'try-out-settings',
      async open(visit) {
        await closeDialog(visit)
        await startMetronome(visit)
      },
    },
    {
      name: 'try-out-trainer',
      after: 'try-out-running',
      async open(visit) {
        await visit.press('practice:step.stopMetronome')
        await visit.press('practice:tryOut.trainer')
        await visit.see('practice:trainer.cleanHint')
      },
    },
  ],
  [...signInStates, ...publicPageStates],
)

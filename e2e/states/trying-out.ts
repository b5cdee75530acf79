import { statesOf } from './state.ts'
import { withoutSound } from './trouble.ts'
import type { Visit } from './visit.ts'

/** The step that everybody may try. */
export const tryingOut = [
  ...statesOf('/try', 'guest', [
    { name: 'try-out', open: atTryOut },
    {
      name: 'try-out-running',
      async open(visit) {
        await atTryOut(visit)
        await visit.press('practice:step.startMetronome')
        await visit.button('practice:step.stopMetronome').waitFor()
      },
    },
    {
      name: 'try-out-trainer',
      async open(visit) {
        await atTryOut(visit)
        await visit.press('practice:tryOut.trainer')
        await visit.see('practice:trainer.cleanHint')
      },
    },
    {
      name: 'try-out-settings',
      async open(visit) {
        await atTryOut(visit)
        await visit.press('practice:click.title')
        await visit.dialog.getByRole('tab', { name: visit.t('practice:trainer.tab') }).waitFor()
      },
    },
    {
      name: 'try-out-silent',
      async open(visit) {
        await withoutSound(visit.page)
        await atTryOut(visit)
        await visit.press('practice:step.startMetronome')
        await visit.see('practice:step.silent')
      },
    },
  ]),
]

async function atTryOut(visit: Visit) {
  await visit.page.goto('/try')
  await visit.heading('practice:tryOut.title').waitFor()
}

import { installationStates } from './on-device.ts'
import { atStep } from './routines.ts'
import { statesOfRoute } from './state.ts'
import { failDatabaseWrites, keepToastsOpen, letToastsGo } from './trouble.ts'

/** The screen states in which this device cannot store anything. */
export const storageStates = statesOfRoute(
  '/account',
  'signed-in',
  [
    {
      name: 'storage-full',
      async open(visit) {
        // Two toasts at once: what was not saved, and why.
        await keepToastsOpen(visit.page)
        await atStep(visit)
        await failDatabaseWrites(visit.page)
        await visit.press('practice:step.next')
        await visit.see('storage.full.title')
        await visit.see('toast.error')
      },
    },
    {
      name: 'storage-full-explained',
      after: 'storage-full',
      covers: ['frame/storage-notice.tsx'],
      async open(visit) {
        await letToastsGo(visit.page)
        await visit.press('practice:step.leave')
        await visit.press('storage.full.short')
        await visit.dialog.waitFor()
      },
    },
  ],
  installationStates,
)

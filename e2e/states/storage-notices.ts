import { declineInstallation, installationStates } from './on-device.ts'
import { openAccount } from './places.ts'
import { atStep } from './routines.ts'
import { statesOfRoute } from './state.ts'
import {
  failDatabaseWrites,
  hangDatabase,
  keepToastsOpen,
  letToastsGo,
  upgradeDatabaseInOtherTab,
  waitForNoToast,
} from './trouble.ts'

/** The screen states in which this device cannot store anything. */
export const storageStates = statesOfRoute(
  '/account',
  'signed-in',
  [
    {
      name: 'storage-full',
      covers: ['showError common:storage.*.title'],
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
    {
      name: 'storage-closed',
      after: 'install-offered',
      covers: ['showError common:storage.*.title'],
      async open(visit) {
        await declineInstallation(visit)
        await keepToastsOpen(visit.page)
        await upgradeDatabaseInOtherTab(visit.page)
        await visit.see('storage.closed.title')
        await visit.button('storage.closed.short').waitFor()
      },
    },
    {
      name: 'storage-closed-explained',
      after: 'storage-closed',
      covers: ['frame/storage-notice.tsx'],
      async open(visit) {
        // The button of the toast, which goes away with that.
        await visit.press('storage.help')
        await visit.dialog.waitFor()
        await waitForNoToast(visit.page)
      },
    },
    {
      name: 'storage-unanswered-explained',
      covers: ['frame/storage-notice.tsx'],
      async open(visit) {
        await hangDatabase(visit.page)
        await openAccount(visit)
        await visit.press('storage.unanswered.short')
        await visit.dialog.waitFor()
      },
    },
  ],
  installationStates,
)

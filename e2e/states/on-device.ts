import { asOnIphone, offerInstallation } from '../offline/install-prompt.ts'
import { atAccount, unsynced } from './places.ts'
import { FAILED_REQUEST, statesOf } from './state.ts'
import type { Visit } from './visit.ts'

/** The app on the device: how to have it there, and a new version of it. */
export const onDevice = [
  ...statesOf('/account', 'signed-in', [
    {
      name: 'install-offered',
      async open(visit) {
        await atAccount(visit)
        await offerInstallation(visit.page, () => visit.button('install:install').isVisible())
      },
    },
    {
      name: 'install-by-hand',
      async open(visit) {
        await asOnIphone(visit.page, false)
        await atAccount(visit)
        await visit.see('install:add')
      },
    },
    {
      name: 'new-version',
      async open(visit) {
        await haveNewVersion(visit)
        await atAccount(visit)
        await visit.button('newVersion.name').waitFor()
      },
    },
  ]),
  ...statesOf('/practice', 'signed-in', [
    {
      name: 'new-version-unsynced',
      faults: FAILED_REQUEST,
      async open(visit) {
        await haveNewVersion(visit)
        await unsynced(visit)
        await visit.button('newVersion.name').waitFor()
      },
    },
  ]),
]

/** A browser that has fetched a new version beside the running one: no worker runs where states are looked at. */
async function haveNewVersion({ page }: Visit): Promise<void> {
  await page.addInitScript(() => {
    const worker = Object.assign(new EventTarget(), { state: 'installed', postMessage() {} })
    const registration = Object.assign(new EventTarget(), {
      installing: null,
      waiting: worker,
      update: async () => registration,
    })
    const container = Object.assign(new EventTarget(), {
      controller: worker,
      register: async () => registration,
      getRegistration: async () => registration,
    })
    Object.defineProperty(navigator, 'serviceWorker', { value: container })
  })
}

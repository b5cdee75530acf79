import { emulateIphoneSafari, offerInstallation } from '../offline/install-prompt.ts'
import { openAccount } from './places.ts'
import { publicPageStates } from './public-pages.ts'
import { statesOfRoute } from './state.ts'
import type { Visit } from './visit.ts'

const accountStates = statesOfRoute(
  '/account',
  'signed-in',
  [
    {
      name: 'install-offered',
      async open(visit) {
        await openAccount(visit)
        await offerInstallation(visit.page, () => visit.button('install:install').isVisible())
      },
    },
    {
      name: 'install-by-hand',
      async open(visit) {
        await emulateIphoneSafari(visit.page, false)
        await openAccount(visit)
        await visit.see('install:add')
      },
    },
    {
      name: 'new-version',
      async open(visit) {
        await haveNewVersion(visit)
        await openAccount(visit)
        await visit.button('newVersion.name').waitFor()
      },
    },
  ],
  publicPageStates,
)

/** The screen states of installing and updating the app. */
export const installationStates = [
  ...accountStates,
  ...statesOfRoute('/practice', 'signed-in', [], accountStates),
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

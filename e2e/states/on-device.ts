import { emulateIphoneSafari, offerInstallation } from '../offline/install-prompt.ts'
import { loadAccount, openAccount, saveUnsynced } from './places.ts'
import { publicPageStates } from './public-pages.ts'
import { FAILED_SYNC, statesOfRoute } from './state.ts'
import type { Visit } from './visit.ts'

const accountStates = statesOfRoute(
  '/account',
  'signed-in',
  [
    {
      name: 'install-offered',
      after: 'terms-signed-in',
      async open(visit) {
        await loadAccount(visit)
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
  ...statesOfRoute(
    '/practice',
    'signed-in',
    [
      {
        name: 'new-version-unsynced',
        after: 'new-version',
        faults: FAILED_SYNC,
        async open(visit) {
          await saveUnsynced(visit)
          await visit.button('newVersion.name').waitFor()
        },
      },
    ],
    accountStates,
  ),
]

/** Does not want the hint any more, and goes back from the end of the page to its beginning. */
export async function declineInstallation(visit: Visit) {
  await visit.press('install:forget')
  await visit.page.evaluate(() => scrollTo(0, 0))
}

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

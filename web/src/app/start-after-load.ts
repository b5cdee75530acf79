import i18next from 'i18next'
import { registerWorker } from '#web/updates/register-worker.ts'
import { captureInstallPrompt } from '#web/device/install.ts'
import { currentLanguage } from '#web/language/language.ts'
import { until, sleep } from '#web/concurrency/waiting.ts'
import { whenIdle } from '#web/concurrency/when-idle.ts'
import type { AppServices } from './create-app-services.ts'

/** Maximum time that registering the service worker waits for the first screen, in milliseconds. */
const MAX_WAIT_MS = 10_000

/** Time that a slow phone takes to show what the first exchange with the server has brought, in milliseconds. */
const RENDER_MS = 2000

/** Starts the work that can wait until the first screen is shown, such as registering the service worker. */
export function startAfterLoad(app: AppServices): void {
  nameManifest()
  captureInstallPrompt()
  followLanguageOfTabs()
  // `npm run dev` has no worker, because it would keep old files alive.
  if (import.meta.env.PROD) registerWorkerLater(app)
}

// The first service worker fetches the whole build, which would slow down everything that runs at the same time.
function registerWorkerLater(app: AppServices): void {
  void Promise.race([untilFirstScreenIsComplete(app), sleep(MAX_WAIT_MS)]).then(() =>
    whenIdle(() => void registerWorker()),
  )
}

/**
 * Resolves when it is known who uses the app and, if the user is signed in, the first exchange with the server has
 * ended, which brings a new device everything that the first screen shows, and the screen has had time to show it.
 */
async function untilFirstScreenIsComplete({ identity, sync }: AppServices): Promise<void> {
  await until(identity.state, ({ kind }) => kind !== 'unknown')
  if (!('user' in identity.state.get())) return
  await until(sync.state, ({ kind }) => kind !== 'syncing')
  await sleep(RENDER_MS)
}

/** Points to the web app manifest in the user's language. A page from the device's cache names the English one. */
function nameManifest(): void {
  const address = `/manifest.${currentLanguage()}.webmanifest`
  document.querySelector('link[rel=manifest]')?.setAttribute('href', address)
}

/**
 * Changes the language of the interface when another tab has changed it (rule UI46). Reads the stored value and not the
 * event's, which after two quick changes is older.
 */
function followLanguageOfTabs(): void {
  addEventListener('storage', ({ key }) => {
    const chosen = key === 'i18nextLng' && localStorage.getItem(key)
    if (chosen) void i18next.changeLanguage(chosen)
  })
}

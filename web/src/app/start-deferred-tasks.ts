import i18next from 'i18next'
import { registerServiceWorker } from '#web/updates/register-worker.ts'
import { captureInstallPrompt } from '#web/device/install.ts'
import { getCurrentLanguage } from '#web/language/language.ts'
import { waitUntil, sleep } from '#web/concurrency/waiting.ts'
import { runWhenIdle } from '#web/concurrency/when-idle.ts'
import type { AppServices } from './create-app-services.ts'

const MAX_WAIT_MS = 10_000

const RENDER_MS = 2000

export function startDeferredTasks(app: AppServices): void {
  nameManifest()
  captureInstallPrompt()
  followLanguageOfTabs()
  // `npm run dev` has no worker, because it would keep old files alive.
  if (import.meta.env.PROD) registerWorkerLater(app)
}

// The first service worker fetches the whole build, which would slow down everything that runs at the same time.
function registerWorkerLater(app: AppServices): void {
  void Promise.race([untilFirstScreenIsComplete(app), sleep(MAX_WAIT_MS)]).then(() =>
    runWhenIdle(() => void registerServiceWorker()),
  )
}

async function untilFirstScreenIsComplete({ identity, sync }: AppServices): Promise<void> {
  await waitUntil(identity.state, ({ kind }) => kind !== 'unknown')
  if (!('user' in identity.state.get())) return
  await waitUntil(sync.state, ({ kind }) => kind !== 'syncing')
  await sleep(RENDER_MS)
}

function nameManifest(): void {
  const address = `/manifest.${getCurrentLanguage()}.webmanifest`
  document.querySelector('link[rel=manifest]')?.setAttribute('href', address)
}

/** Reads the stored value instead of the event's, which may be outdated. */
function followLanguageOfTabs(): void {
  addEventListener('storage', ({ key }) => {
    const chosen = key === 'i18nextLng' && localStorage.getItem(key)
    if (chosen) void i18next.changeLanguage(chosen)
  })
}

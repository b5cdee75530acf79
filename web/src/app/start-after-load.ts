import { registerWorker } from '#web/updates/register-worker.ts'
import { captureInstallPrompt } from '#web/device/install.ts'
import { currentLanguage } from '#web/language/language.ts'

/** Starts the work that can wait until the first screen is shown, such as registering the service worker. */
export function startAfterLoad(): void {
  nameManifest()
  captureInstallPrompt()
  void registerWorker()
}

/** Points to the web app manifest in the user's language. The HTML page names the English one. */
function nameManifest(): void {
  const language = currentLanguage()
  if (language === 'en') return
  document.querySelector('link[rel=manifest]')?.setAttribute('href', `/manifest.${language}.webmanifest`)
}

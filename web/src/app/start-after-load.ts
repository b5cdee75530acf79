import { registerWorker } from '#web/updates/register-worker.ts'
import { captureInstallPrompt } from '#web/device/install.ts'
import { currentLanguage } from '#web/language/language.ts'

/** Starts what the first screen does not need. */
export function startAfterLoad(): void {
  nameManifest()
  captureInstallPrompt()
  void registerWorker()
}

/** Points to the manifest in the user's language, so that an app store dialog reads in it; the page names the English one. */
function nameManifest(): void {
  const language = currentLanguage()
  if (language === 'en') return
  document.querySelector('link[rel=manifest]')?.setAttribute('href', `/manifest.${language}.webmanifest`)
}

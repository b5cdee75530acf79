import { keepWorker } from './app-worker.ts'
import { keepInstallPrompt } from './device/install.ts'

/** What the first screen does not wait for. */
export function afterLoad(): void {
  keepInstallPrompt()
  void keepWorker()
}

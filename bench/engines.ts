import { startChromium } from '../e2e/engines/chromium.ts'
import type { StartEngine } from '../e2e/engines/engine.ts'
import { startFirefox } from '../e2e/engines/firefox.ts'
import { startWebkit } from '../e2e/engines/webkit.ts'
import { findOrInstallChromium } from '../scripts/test/browser.ts'
import { findMissingEngines } from '../scripts/test/debian.ts'

type BenchEngine = { readonly name: string; readonly start: StartEngine | null }

/**
 * Returns the browser engines of the tests. `start` is null for one that is not installed and cannot be installed
 * here.
 */
export async function listBenchEngines(): Promise<readonly BenchEngine[]> {
  const browser = await findOrInstallChromium()
  if (browser.kind === 'found') process.env['CHROMIUM_PATH'] = browser.path
  const missing = new Set((await findMissingEngines()).map(({ name }) => name))
  const unless = (isMissing: boolean, start: StartEngine) => (isMissing ? null : start)
  return [
    { name: 'Chromium', start: unless(browser.kind === 'none', startChromium) },
    { name: 'Firefox', start: unless(missing.has('Firefox'), startFirefox) },
    { name: 'WebKit', start: unless(missing.has('WebKit'), startWebkit) },
  ]
}

import { runQuietly } from '../set-up/child.mjs'
import { installWithApt } from './apt.ts'

/** A browser engine of the main job (rule JB5) beside Chromium, which all browser tests need. */
type OptionalEngine = {
  readonly name: string
  readonly file: string
  readonly packages: readonly string[]
  /** Commands that exit with 0 if everything the engine's driver needs is installed. */
  readonly checks: readonly (readonly [string, ...string[]])[]
}

const FIREFOX: OptionalEngine = {
  name: 'Firefox',
  file: 'e2e/engines/firefox.journey.ts',
  packages: ['firefox-esr'],
  checks: [['firefox-esr', '--version']],
}

const GTK_BINDINGS = `import gi; gi.require_version('Gtk', '3.0'); gi.require_version('WebKit2', '4.1')`

const WEBKIT: OptionalEngine = {
  name: 'WebKit',
  file: 'e2e/engines/webkit.journey.ts',
  packages: ['webkit2gtk-driver', 'xvfb', 'python3-gi', 'gir1.2-webkit2-4.1'],
  checks: [
    ['WebKitWebDriver', '--help'],
    ['sh', '-c', 'command -v Xvfb'],
    ['/usr/bin/python3', '-c', GTK_BINDINGS],
  ],
}

/** Returns the engines that are neither installed nor installable from Debian, whose journeys are skipped. */
export async function findMissingEngines(): Promise<readonly OptionalEngine[]> {
  const missing: OptionalEngine[] = []
  for (const engine of [FIREFOX, WEBKIT]) if (!(await isThere(engine))) missing.push(engine)
  return missing
}

async function isThere(engine: OptionalEngine): Promise<boolean> {
  // An engine that is installed but does not run is a failure of its journey, not a skip.
  return (await runs(engine)) || installWithApt(engine.packages)
}

async function runs({ checks }: OptionalEngine): Promise<boolean> {
  for (const [command, ...args] of checks)
    if ((await runQuietly(command, args, { minutes: 1 })).code !== 0) return false
  return true
}

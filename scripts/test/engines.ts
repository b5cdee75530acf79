import { runQuietly } from '../set-up/child.mjs'
import { installWithApt } from './apt.ts'

/** A browser engine other than Chromium, with the file of its end-to-end test (rule JB5) and its Debian packages. */
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

/**
 * Tries to install missing browser engines from Debian. Returns those that are still missing, whose tests are skipped.
 */
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

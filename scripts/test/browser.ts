import { accessSync, constants, readdirSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { chromium } from '@playwright/test'
import { runQuietly } from '../set-up/child.mjs'
import { pinnedNodePath, root } from '../set-up/paths.mjs'
import { installWithApt } from './apt.ts'

/** Path of the Chromium that was found, or a message that says how to get one. */
export type ChromiumSearch =
  | {
      kind: 'found'
      path: string
      /** Path of the headless shell of the same browser, which is faster; null if this machine has none. */
      headlessShell: string | null
    }
  | { kind: 'none'; message: string }

const names = ['chromium', 'chromium-browser', 'google-chrome-stable', 'google-chrome', 'microsoft-edge']
const shellNames = ['chromium-headless-shell', 'chrome-headless-shell']
const KNOWN_PATHS = [
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
]
const INSTALL_HINTS =
  'Set CHROMIUM_PATH to a Chromium or Chrome, or install one: `npx playwright install --with-deps chromium`, ' +
  'or your system’s own package (`apt-get install chromium`).'

/**
 * Finds a Chromium for the tests: the one that CHROMIUM_PATH names or, if that is not set, an installed one. Downloads
 * or installs one if none is found.
 */
export async function findOrInstallChromium(): Promise<ChromiumSearch> {
  const asked = process.env['CHROMIUM_PATH']
  if (asked !== undefined && asked !== '') {
    const message = `CHROMIUM_PATH names ${asked}, which does not run on this machine. ${INSTALL_HINTS}`
    if (!(await canRun(asked))) return { kind: 'none', message }
    return { kind: 'found', path: asked, headlessShell: await findHeadlessShell() }
  }
  for (const install of [null, downloadWithPlaywright, () => installWithApt(['chromium'])]) {
    if (install !== null && !(await install())) continue
    const path = await findBrowser()
    if (path !== null) return { kind: 'found', path, headlessShell: await getHeadlessShell(path) }
  }
  return {
    kind: 'none',
    message: `No Chromium was found, and none could be downloaded or installed. ${INSTALL_HINTS}`,
  }
}

const findBrowser = () => firstThatRuns([chromium.executablePath(), ...findOnPath(names), ...KNOWN_PATHS])

/** Returns the headless shell that belongs to the browser. In Debian it is a separate package. */
async function getHeadlessShell(browser: string): Promise<string | null> {
  const found = await findHeadlessShell()
  if (found !== null || browser === chromium.executablePath()) return found
  return (await installWithApt(['chromium-headless-shell'])) ? findHeadlessShell() : null
}

const findHeadlessShell = () => firstThatRuns([...playwrightShells(), ...findOnPath(shellNames)])

// Playwright installs it beside its full browser, with the same revision number.
function playwrightShells(): string[] {
  const [browsers, number] = chromium.executablePath().split(/[\\/]chromium-(?=\d+)/)
  const folder = join(browsers ?? '', `chromium_headless_shell-${(number ?? '').split(/[\\/]/)[0]}`)
  try {
    return readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .filter(path => /headless[-_]shell(\.exe)?$/.test(path))
      .map(path => join(folder, path))
  } catch {
    return []
  }
}

function findOnPath(programs: readonly string[]): string[] {
  const folders = (process.env['PATH'] ?? '').split(delimiter)
  return folders.flatMap(folder => programs.map(name => join(folder, name)))
}

async function firstThatRuns(paths: readonly string[]): Promise<string | null> {
  for (const path of paths) if (await canRun(path)) return path
  return null
}

// Starts the program, because a downloaded browser often lacks system libraries.
async function canRun(path: string): Promise<boolean> {
  try {
    accessSync(path, constants.X_OK)
  } catch {
    return false
  }
  // On Windows --version opens a window.
  return process.platform === 'win32' || (await runQuietly(path, ['--version'], { minutes: 1 })).code === 0
}

async function downloadWithPlaywright(): Promise<boolean> {
  console.log('There is no Chromium here; downloading one (about 280 MB) …')
  const cli = join(root, 'node_modules/@playwright/test/cli.js')
  return (await runQuietly(pinnedNodePath, [cli, 'install', 'chromium'], { minutes: 10 })).code === 0
}

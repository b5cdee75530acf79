import { accessSync, constants, globSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { chromium } from '@playwright/test'
import { runAndCapture } from '../set-up/child.mjs'
import { pinnedNodePath, root } from '../set-up/paths.mjs'
import { installWithApt } from './debian.ts'

export type ChromiumSearch =
  | { kind: 'found'; path: string; headlessShell: string | null }
  | { kind: 'none'; message: string }

const NAMES = ['chromium', 'chromium-browser', 'google-chrome-stable', 'google-chrome', 'microsoft-edge']
const SHELL_NAMES = ['chromium-headless-shell', 'chrome-headless-shell']
const KNOWN_PATHS = [
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
]
const HINT =
  'Set CHROMIUM_PATH to a Chromium or Chrome, or install one: `npx playwright install --with-deps chromium`, ' +
  'or your system’s own package (`apt-get install chromium`).'

export async function findOrInstallChromium(): Promise<ChromiumSearch> {
  const asked = process.env['CHROMIUM_PATH'] ?? ''
  if (asked !== '') {
    if (await canRun(asked)) return { kind: 'found', path: asked, headlessShell: await findHeadlessShell() }
    return { kind: 'none', message: `CHROMIUM_PATH names ${asked}, which does not run here. ${HINT}` }
  }
  for (const install of [() => true, downloadWithPlaywright, () => installWithApt(['chromium'])]) {
    if (!(await install())) continue
    const path = await firstThatRuns([chromium.executablePath(), ...findOnPath(NAMES), ...KNOWN_PATHS])
    if (path === null) continue
    let headlessShell = await findHeadlessShell()
    // In Debian it is a separate package.
    if (headlessShell === null && path !== chromium.executablePath())
      if (await installWithApt(['chromium-headless-shell'])) headlessShell = await findHeadlessShell()
    return { kind: 'found', path, headlessShell }
  }
  return { kind: 'none', message: `No Chromium was found, downloaded or installed. ${HINT}` }
}

/** Sets CHROMIUM_PATH to a Chromium, and installs one if necessary. Returns null, or why that failed. */
export async function provideChromium(): Promise<string | null> {
  const browser = await findOrInstallChromium()
  if (browser.kind === 'none') return browser.message
  process.env['CHROMIUM_PATH'] = browser.path
  if (browser.headlessShell !== null) process.env['HEADLESS_SHELL_PATH'] = browser.headlessShell
  return null
}

// Playwright installs it beside its full browser, with the same revision number.
function findHeadlessShell(): Promise<string | null> {
  const [browsers = '', revision = ''] = chromium.executablePath().split(/[\\/]chromium-(\d+)/)
  const shells = globSync(`chromium_headless_shell-${revision}/*/*headless[-_]shell{,.exe}`, {
    cwd: browsers,
  })
  return firstThatRuns([...shells.map(path => join(browsers, path)), ...findOnPath(SHELL_NAMES)])
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
  return process.platform === 'win32' || (await runAndCapture(path, ['--version'], { minutes: 1 })).code === 0
}

async function downloadWithPlaywright(): Promise<boolean> {
  console.log('There is no Chromium here; downloading one (about 280 MB) …')
  const cli = join(root, 'node_modules/@playwright/test/cli.js')
  return (await runAndCapture(pinnedNodePath, [cli, 'install', 'chromium'], { minutes: 10 })).code === 0
}

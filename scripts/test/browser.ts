import { accessSync, constants, existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { chromium } from '@playwright/test'
import { runQuietly } from '../set-up/child.mjs'
import { ownNode, root } from '../set-up/places.mjs'

export type Browser = { kind: 'found'; path: string } | { kind: 'none'; message: string }

const names = ['chromium', 'chromium-browser', 'google-chrome-stable', 'google-chrome', 'microsoft-edge']
const usualPlaces = [
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
]
const remedies =
  'Set CHROMIUM_PATH to a Chromium or Chrome, or install one: `npx playwright install --with-deps chromium`, ' +
  'or your system’s own package (`apt-get install chromium`).'

/** A Chromium for the tests: the one asked for, one that is there, or one that could be installed, in this order. */
export async function getBrowser(): Promise<Browser> {
  const asked = process.env['CHROMIUM_PATH']
  if (asked !== undefined && asked !== '') {
    const message = `CHROMIUM_PATH names ${asked}, which does not run on this machine. ${remedies}`
    return (await runs(asked)) ? { kind: 'found', path: asked } : { kind: 'none', message }
  }
  for (const install of [null, downloadWithPlaywright, installWithApt]) {
    if (install !== null && !(await install())) continue
    const path = await findBrowser()
    if (path !== null) return { kind: 'found', path }
  }
  return {
    kind: 'none',
    message: `No Chromium was found, and none could be downloaded or installed. ${remedies}`,
  }
}

async function findBrowser(): Promise<string | null> {
  const folders = (process.env['PATH'] ?? '').split(delimiter)
  const onPath = folders.flatMap(folder => names.map(name => join(folder, name)))
  for (const path of [chromium.executablePath(), ...onPath, ...usualPlaces]) {
    if (await runs(path)) return path
  }
  return null
}

// That a file is there says little: a downloaded browser often lacks libraries of the system.
async function runs(path: string): Promise<boolean> {
  try {
    accessSync(path, constants.X_OK)
  } catch {
    return false
  }
  // On Windows a browser asked for its version opens a window instead.
  return process.platform === 'win32' || (await runQuietly(path, ['--version'], { minutes: 1 })).code === 0
}

async function downloadWithPlaywright(): Promise<boolean> {
  console.log('There is no Chromium here; downloading one (about 170 MB) …')
  const cli = join(root, 'node_modules/@playwright/test/cli.js')
  return (await runQuietly(ownNode, [cli, 'install', '--no-shell', 'chromium'], { minutes: 10 })).code === 0
}

async function installWithApt(): Promise<boolean> {
  if (process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get')) return false
  console.log('That did not work; installing Debian’s own Chromium …')
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
  const update = await runQuietly('apt-get', ['update', '-qq'], { env, minutes: 5 })
  if (update.code !== 0) return false
  const install = ['install', '-y', '-qq', '--no-install-recommends', 'chromium']
  return (await runQuietly('apt-get', install, { env, minutes: 10 })).code === 0
}

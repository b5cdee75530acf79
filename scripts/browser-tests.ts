import { join } from 'node:path'
import { runInForeground } from './set-up/child.mjs'
import { pinnedNodePath, root } from './set-up/paths.mjs'
import { findOrInstallChromium } from './test/browser.ts'

// npm run check starts this for browser tests: it runs Playwright on the given files or folders.
const browser = await findOrInstallChromium()
if (browser.kind === 'none') {
  process.stderr.write(`${browser.message}\n`)
  process.exitCode = 1
} else {
  process.env['CHROMIUM_PATH'] = browser.path
  if (browser.headlessShell !== null) process.env['HEADLESS_SHELL_PATH'] = browser.headlessShell
  const playwright = join(root, 'node_modules/@playwright/test/cli.js')
  process.exitCode = await runInForeground(pinnedNodePath, [playwright, 'test', ...process.argv.slice(2)])
}
